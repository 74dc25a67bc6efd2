//! Scenes to bytes.

use std::collections::BTreeSet;

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;
use plotters::prelude::{Circle, PathElement, Polygon};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, RGBColor, ShapeStyle};

use super::font;
use super::scene::{Anchor, Ink, Mark, Scene, Shape};
use crate::error::{Error, Result};
use crate::report::escape::escape;

/// A dash and the gap after it, in pixels.
const DASH: (f64, f64) = (6.0, 4.0);

/// The scene as SVG, scaled to the width it is given; `about` is what screen readers say.
///
/// # Errors
/// (Internal) the drawing library's.
pub fn svg(scene: &Scene, about: &str) -> Result<String> {
    let mut text = String::new();
    paint(
        SVGBackend::with_string(&mut text, (scene.width, scene.height)),
        scene,
        1.0,
    )?;
    let head = format!(
        "<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} {}\" style=\"max-width:{}px;width:100%;height:auto\" xmlns",
        escape(about),
        scene.width,
        scene.height,
        scene.width,
    );
    let from = text
        .find("<svg ")
        .ok_or_else(|| Error::internal("no SVG was drawn"))?;
    let to = text[from..]
        .find("xmlns")
        .ok_or_else(|| Error::internal("no SVG was drawn"))?;
    Ok(format!("{head}{}", &text[from + to + "xmlns".len()..]))
}

/// The scene as a PNG file, `scale` pixels to one of the scene.
///
/// # Errors
/// (Internal) the drawing library's.
pub fn png(scene: &Scene, scale: u32) -> Result<Vec<u8>> {
    let (width, height) = (scene.width * scale, scene.height * scale);
    let mut pixels = vec![255; 3 * width as usize * height as usize];
    paint(
        BitMapBackend::with_buffer(&mut pixels, (width, height)),
        scene,
        f64::from(scale),
    )?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_compression(png::Compression::High);
    let indexed = indexed(&pixels);
    let data = if let Some((palette, indices)) = indexed {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette);
        // Numbers of colours are no amounts: their differences are no smaller than they are.
        encoder.set_filter(png::Filter::NoFilter);
        indices
    } else {
        encoder.set_color(png::ColorType::Rgb);
        pixels
    };
    let wrong = |error: png::EncodingError| Error::internal(format!("cannot write a PNG: {error}"));
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(&data).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(bytes)
}

/// The colours of `pixels` in ascending order, and the number of each pixel's; none where a byte does not count
/// them. Takes half the room of red, green and blue, and most figures have no more.
fn indexed(pixels: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    // Most pixels are like the one before them.
    let (pixels, _) = pixels.as_chunks::<3>();
    let runs = || pixels.chunk_by(|a, b| a == b);
    let colours: BTreeSet<[u8; 3]> = runs().map(|run| run[0]).collect();
    let colours: Vec<[u8; 3]> = colours.into_iter().collect();
    if colours.len() > 256 {
        return None;
    }
    let mut indices = Vec::with_capacity(pixels.len());
    for run in runs() {
        let number = colours.binary_search(&run[0]).ok()?;
        indices.resize(indices.len() + run.len(), u8::try_from(number).ok()?);
    }
    Some((colours.concat(), indices))
}

fn colour(ink: Ink) -> RGBColor {
    let (red, green, blue) = ink.rgb();
    RGBColor(red, green, blue)
}

fn paint<B: DrawingBackend>(backend: B, scene: &Scene, scale: f64) -> Result<()> {
    font::register()?;
    let wrong = |error: &dyn std::fmt::Display| Error::internal(format!("cannot draw: {error}"));
    let area = backend.into_drawing_area();
    area.fill(&colour(Ink::White)).map_err(|e| wrong(&e))?;
    let pixel = |(x, y): (f64, f64)| ((x * scale).round() as i32, (y * scale).round() as i32);
    let line = |points: &[(f64, f64)], style: ShapeStyle| {
        let points: Vec<_> = points.iter().map(|&point| pixel(point)).collect();
        area.draw(&PathElement::new(points, style))
            .map_err(|e| wrong(&e))
    };
    let fill = |points: &[(f64, f64)], style: ShapeStyle| {
        let points: Vec<_> = points.iter().map(|&point| pixel(point)).collect();
        area.draw(&Polygon::new(points, style))
            .map_err(|e| wrong(&e))
    };
    for shape in &scene.shapes {
        match shape {
            Shape::Line {
                points,
                ink,
                width,
                is_dashed,
            } => {
                let style = colour(*ink).stroke_width((f64::from(*width) * scale) as u32);
                if *is_dashed {
                    for dash in dashes(points) {
                        line(&dash, style)?;
                    }
                } else {
                    line(points, style)?;
                }
            }
            Shape::Area { points, ink } => fill(points, colour(*ink).filled())?,
            Shape::Mark {
                at,
                mark,
                ink,
                size,
            } => {
                let (x, y, s) = (at.0, at.1, *size);
                let radius = (s * scale).round() as i32;
                let solid = colour(*ink).filled();
                let stroke = colour(*ink).stroke_width((1.5 * scale).round() as u32);
                match mark {
                    Mark::Disc => area
                        .draw(&Circle::new(pixel(*at), radius, solid))
                        .map_err(|e| wrong(&e))?,
                    Mark::Ring => area
                        .draw(&Circle::new(pixel(*at), radius, stroke))
                        .map_err(|e| wrong(&e))?,
                    Mark::Square => fill(
                        &[
                            (x - s, y - s),
                            (x + s, y - s),
                            (x + s, y + s),
                            (x - s, y + s),
                        ],
                        solid,
                    )?,
                    Mark::Diamond => {
                        let s = s * 1.3;
                        fill(&[(x - s, y), (x, y - s), (x + s, y), (x, y + s)], solid)?;
                    }
                    Mark::Cross => {
                        line(&[(x - s, y - s), (x + s, y + s)], stroke)?;
                        line(&[(x - s, y + s), (x + s, y - s)], stroke)?;
                    }
                }
            }
            Shape::Text {
                at,
                text,
                size,
                anchor,
                ink,
                is_bold,
                is_upright,
            } => {
                let side = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let ink = colour(*ink);
                let mut style = font::style(size * scale, *is_bold)
                    .color(&ink)
                    .pos(Pos::new(side, VPos::Center));
                if *is_upright {
                    style = style.transform(FontTransform::Rotate270);
                }
                area.draw_text(text, &style, pixel(*at))
                    .map_err(|e| wrong(&e))?;
            }
        }
    }
    area.present().map_err(|e| wrong(&e))
}

/// The dashes that make up a line.
fn dashes(points: &[(f64, f64)]) -> Vec<[(f64, f64); 2]> {
    let mut found = Vec::new();
    // How far into the pattern the pen is.
    let mut phase = 0.0;
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let length = libm::hypot(x1 - x0, y1 - y0);
        let at = |d: f64| (x0 + (x1 - x0) * d / length, y0 + (y1 - y0) * d / length);
        let mut done = 0.0;
        while done < length {
            let is_dash = phase < DASH.0;
            let end = if is_dash { DASH.0 } else { DASH.0 + DASH.1 };
            let step = (end - phase).min(length - done);
            if is_dash {
                found.push([at(done), at(done + step)]);
            }
            done += step;
            phase = (phase + step) % (DASH.0 + DASH.1);
            if (phase - end).abs() < 1e-9 {
                phase = end % (DASH.0 + DASH.1);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let mut scene = Scene::new(60, 40);
        scene.dashes(vec![(0.0, 20.0), (30.0, 20.0)], Ink::Blue, 1);
        scene.mark((50.0, 20.0), Mark::Square, Ink::Red, 4.0);
        scene.text((5.0, 8.0), "é < χ²", 10.0, Anchor::Start);
        scene
    }

    #[test]
    fn a_dashed_line_is_dashes_and_gaps() {
        let found = dashes(&[(0.0, 0.0), (16.0, 0.0), (16.0, 8.0)]);
        let ends = [
            [(0.0, 0.0), (6.0, 0.0)],
            [(10.0, 0.0), (16.0, 0.0)],
            [(16.0, 4.0), (16.0, 8.0)],
        ];
        assert_eq!(found, ends);
    }

    #[test]
    fn svg_is_labelled_and_escaped() {
        let svg = svg(&scene(), "a \"b\" & <c>").expect("svg");
        assert!(
            svg.starts_with("<svg role=\"img\" aria-label=\"a &quot;b&quot; &amp; &lt;c&gt;\"")
        );
        assert!(svg.contains("é &lt; χ²"), "{svg}");
    }

    #[test]
    fn a_byte_counts_the_colours_or_does_not() {
        let pixels = [9, 9, 9, 9, 9, 9, 1, 2, 3, 9, 9, 9];
        let expected = (vec![1, 2, 3, 9, 9, 9], vec![1, 1, 0, 1]);
        assert_eq!(indexed(&pixels), Some(expected));
        let many = |colours: u16| -> Vec<u8> {
            (0..colours)
                .flat_map(|n| [(n >> 8) as u8, n as u8, 0])
                .collect()
        };
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(indexed(&many(256)), Some((many(256), all)));
        assert_eq!(indexed(&many(257)), None);
    }

    #[test]
    fn png_has_the_inks() {
        let bytes = png(&scene(), 2).expect("png");
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        assert_eq!(reader.info().color_type, png::ColorType::Indexed);
        assert_eq!((reader.info().width, reader.info().height), (120, 80));
        let mut pixels = vec![0; 3 * 120 * 80];
        reader.next_frame(&mut pixels).expect("pixels");
        let at = |x: usize, y: usize| &pixels[3 * (120 * y + x)..][..3];
        assert_eq!(at(100, 40), [190, 30, 45]);
        assert_eq!(at(119, 79), [255, 255, 255]);
    }
}
