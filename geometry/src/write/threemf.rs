//! Writes meshes as 3MF: a ZIP of content types, relationships and one model in
//! millimeters with an object for each part. The same parts give the same
//! bytes, because all entries have the first time stamp of the format.

use crate::mesh::Mesh;

mod package;

use package::Package;

/// Space between parts on the plate, mm.
const GAP_MM: f64 = 5.0;

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>
"#;

const RELATIONSHIPS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>
"#;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources>
"#;

/// Returns the bytes of the file. `parts` are in mm and printer axes. Each
/// becomes an object that stands on the plate, in a row along X. Their vertices
/// are unchanged; build items move the objects.
pub fn write(parts: &[&Mesh]) -> Vec<u8> {
    let mut package = Package::default();
    package.entry("[Content_Types].xml", |text| text.push(CONTENT_TYPES));
    package.entry("_rels/.rels", |text| text.push(RELATIONSHIPS));
    package.entry("3D/3dmodel.model", |text| {
        text.push(HEAD);
        for (mesh, id) in parts.iter().zip(1u32..) {
            object(text, mesh, id, parts.len());
        }
        text.push("</resources>\n<build>\n");
        let mut left = 0.0;
        for (mesh, id) in parts.iter().zip(1u32..) {
            let Some(bounds) = mesh.bounds() else { continue };
            let [x, y, z] = bounds.min;
            let [width, ..] = bounds.size();
            let [x, y, z] = [left - x, 0.0 - y, 0.0 - z];
            left += width + GAP_MM;
            text.line(format_args!(
                "<item objectid=\"{id}\" transform=\"1 0 0 0 1 0 0 0 1 {x} \
                 {y} {z}\"/>\n"
            ));
        }
        text.push("</build>\n</model>\n");
    });
    package.finish()
}

fn object(text: &mut package::Text, mesh: &Mesh, id: u32, parts: usize) {
    let name = match parts {
        1 => String::new(),
        _ => format!(" name=\"Part {id}\""),
    };
    text.line(format_args!(
        "<object id=\"{id}\" type=\"model\"{name}>\n<mesh>\n<vertices>\n"
    ));
    for [x, y, z] in &mesh.positions {
        // `{x}` prints the shortest decimals that parse to the same number.
        text.line(format_args!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>\n"));
    }
    text.push("</vertices>\n<triangles>\n");
    for [a, b, c] in &mesh.triangles {
        text.line(format_args!(
            "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>\n"
        ));
    }
    text.push("</triangles>\n</mesh>\n</object>\n");
}

#[cfg(test)]
mod tests;
