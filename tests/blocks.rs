//! Tickets dealt from finite blocks have the hypergeometric law.

use rand::SeedableRng;
use tirage::audit::special::ln_chi2_sf;
use tirage::rng::Urn;

/// C(n, k), exactly.
fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1, |c, i| c * u128::from(n - i) / u128::from(i + 1))
}

/// 200 000 players each buy 10 tickets of a fresh block of 50 with 12 of the row counted. The number they
/// get is hypergeometric; Pearson's test against that law, cells expecting fewer than 10 joined to their
/// neighbour, at a false alarm of 1e-4. The seed is fixed, so the outcome is too.
#[test]
fn tickets_of_fresh_blocks_have_the_hypergeometric_law() {
    const PLAYERS: u32 = 200_000;
    let fresh = Urn::<8>::new(&[3, 12, 5, 30]).expect("a block");
    let mut rng = rand_pcg::Pcg64Dxsm::from_seed([33; 32]);
    let mut seen = [0_u32; 11];
    for _ in 0..PLAYERS {
        let mut urn = fresh;
        let got = (0..10).filter(|_| urn.deal(&mut rng) == 1).count();
        assert_eq!(urn.left(), 40);
        seen[got] += 1;
    }
    let law = |got: u64| {
        let ways = choose(12, got) * choose(38, 10 - got);
        ways as f64 / choose(50, 10) as f64
    };
    let mut cells = vec![(0.0, 0.0)];
    for (got, &count) in (0..).zip(&seen) {
        let expected = f64::from(PLAYERS) * law(got);
        match cells.last_mut() {
            Some(last) if expected < 10.0 => {
                last.0 += f64::from(count);
                last.1 += expected;
            }
            _ => cells.push((f64::from(count), expected)),
        }
    }
    cells.remove(0);
    let total: f64 = cells.iter().map(|cell| cell.1).sum();
    assert!((total - f64::from(PLAYERS)).abs() < 1e-6);
    let statistic = cells.iter().map(|(o, e)| (o - e) * (o - e) / e).sum();
    let df = cells.len() as u32 - 1;
    assert_eq!(df, 7);
    assert!(ln_chi2_sf(statistic, df) > libm::log(1e-4), "{statistic}");
}
