//! Figures as bitmaps.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use crate::support::tirage;

/// A PNG file decoded: width, height, bytes of red, green and blue.
fn decoded(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = BufReader::new(File::open(path).expect("a file"));
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let (width, height) = (reader.info().width, reader.info().height);
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    (width, height, pixels)
}

/// Every figure of the HTML is a file of its own under the same name, twice as wide and high, decodes and is not blank:
/// some of its pixels are no background, and not all of them are of one ink.
#[test]
fn every_figure_is_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_string_lossy().into_owned();
    for game in [
        "tresors-ensables --strategy gold --rounds 2200000",
        "clefs-du-tresor --rounds 20000",
        "o-secousses --rounds 1500000",
    ] {
        let ran = tirage(&format!(
            "run --game {game} --format html,png --lang fr --out {place}"
        ));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.err.contains("figures (*.png)"), "{}", ran.err);
        let html = fs::read_to_string(folder.path().join("report.html")).expect("HTML");
        let figures = html.split("<figure id=\"").skip(1);
        let mut names = BTreeSet::new();
        for figure in figures {
            let (id, rest) = figure.split_once('"').expect("an id");
            assert!(names.insert(id), "{id} twice");
            let view = rest.split_once("viewBox=\"0 0 ").expect("a size").1;
            let size: Vec<u32> = view
                .split('"')
                .next()
                .expect("a size")
                .split(' ')
                .map(|n| n.parse().expect("a number"))
                .collect();
            let (width, height, pixels) = decoded(&folder.path().join(format!("{id}.png")));
            assert_eq!((width, height), (2 * size[0], 2 * size[1]), "{id}");
            let colours: BTreeSet<&[u8]> = pixels.chunks(3).collect();
            let drawn = pixels.chunks(3).filter(|pixel| **pixel != [255; 3]).count();
            assert!(colours.len() > 8, "{id}: {} colours", colours.len());
            assert!(drawn > 2_000, "{id}: {drawn} pixels");
        }
        assert!(
            names.iter().any(|name| !name.starts_with("rows-")),
            "{names:?}"
        );
        for entry in fs::read_dir(folder.path()).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if let Some(id) = name.strip_suffix(".png") {
                assert!(names.contains(id), "{id} is no figure of the report");
                fs::remove_file(entry.path()).expect("removed");
            }
        }
    }
}

/// Without a folder there is nowhere to put them, and nobody asked for them who named no format.
#[test]
fn figures_are_written_when_asked_for() {
    let ran = tirage("run --game happy-des --rounds 1000 --format png");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("--out DIR") && ran.out.is_empty(),
        "{}",
        ran.err
    );
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_string_lossy().into_owned();
    assert_eq!(
        tirage(&format!("run --game happy-des --rounds 1000 --out {place}")).status,
        0
    );
    let names = fs::read_dir(folder.path()).expect("a folder").flatten();
    assert!(
        names
            .into_iter()
            .all(|entry| !entry.file_name().to_string_lossy().ends_with(".png"))
    );
}
