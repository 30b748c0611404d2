use super::*;
use crate::mesh::Mesh;
use crate::parse::zip::Archive;
use crate::testing::{Random, ZipEntry, cube, entry, merge, soup, zip};
use crate::units::Unit;

const PRODUCTION: &str =
    "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";

/// Returns the `<mesh>` of a cube.
fn cube_xml(size: f32) -> String {
    mesh_xml(&cube(size))
}

fn mesh_xml(mesh: &Mesh) -> String {
    let mut xml = String::from("<mesh><vertices>");
    for [x, y, z] in &mesh.positions {
        xml += &format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
    }
    xml += "</vertices><triangles>";
    for [a, b, c] in &mesh.triangles {
        xml += &format!("<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
    }
    xml + "</triangles></mesh>"
}

fn object(id: u32, body: &str) -> String {
    format!("<object id=\"{id}\">{body}</object>")
}

fn model(attributes: &str, resources: &str, build: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model {attributes} \
         xmlns:p=\"{PRODUCTION}\"><resources>{resources}</resources>\
         <build>{build}</build></model>"
    )
}

fn parsed_with(
    entries: &[ZipEntry],
    limits: &Limits,
) -> Result<(Mesh, Unit), ParseError> {
    let bytes = zip(entries);
    let archive = Archive::open(&bytes, limits)?;
    parse(&archive, limits).map(|model| (model.mesh, model.unit))
}

fn parsed(model: &str) -> Result<(Mesh, Unit), ParseError> {
    let entries = [entry("3D/3dmodel.model", model.as_bytes())];
    parsed_with(&entries, &Limits::default())
}

fn bounds(mesh: &Mesh) -> [[f64; 3]; 2] {
    let bounds = mesh.bounds().unwrap();
    [bounds.min, bounds.max]
}

#[test]
fn one_object_in_one_item_is_read() {
    let xml = model("", &object(1, &cube_xml(2.0)), "<item objectid=\"1\"/>");
    let (mesh, unit) = parsed(&xml).unwrap();
    assert_eq!(soup(&mesh), soup(&cube(2.0)));
    assert_eq!(unit, Unit::Millimeter);
}

#[test]
fn the_unit_of_the_file_is_used() {
    let units = [
        ("micron", Unit::Micron),
        ("millimeter", Unit::Millimeter),
        ("centimeter", Unit::Centimeter),
        ("inch", Unit::Inch),
        ("foot", Unit::Foot),
        ("meter", Unit::Meter),
    ];
    for (name, unit) in units {
        let xml = model(
            &format!("unit=\"{name}\""),
            &object(1, &cube_xml(1.0)),
            "<item objectid=\"1\"/>",
        );
        assert_eq!(parsed(&xml).unwrap().1, unit);
    }
}

#[test]
fn items_and_components_use_the_product_of_their_transforms() {
    // The component turns x into y and y into -x, then shifts by 10 in x. The
    // item doubles the size and shifts by 100 in z.
    let resources = object(1, &cube_xml(1.0))
        + &object(
            2,
            "<components><component objectid=\"1\" \
             transform=\"0 1 0 -1 0 0 0 0 1 10 0 0\"/></components>",
        );
    let build = "<item objectid=\"2\" \
                 transform=\"2 0 0 0 2 0 0 0 2 0 0 100\"/>";
    let (mesh, _) = parsed(&model("", &resources, build)).unwrap();
    assert_eq!(bounds(&mesh), [[18.0, 0.0, 100.0], [20.0, 2.0, 102.0]]);
    let twice = format!("{build}<item objectid=\"1\"/>");
    let (mesh, _) = parsed(&model("", &resources, &twice)).unwrap();
    assert_eq!(mesh.triangles.len(), 24);
}

#[test]
fn objects_outside_the_build_are_ignored() {
    let resources = object(1, &cube_xml(1.0)) + &object(2, &cube_xml(5.0));
    let xml = model("", &resources, "<item objectid=\"1\"/>");
    let (mesh, _) = parsed(&xml).unwrap();
    assert_eq!(soup(&mesh), soup(&cube(1.0)));
}

#[test]
fn supports_and_helpers_are_skipped() {
    for kind in ["support", "solidsupport", "other"] {
        let resources = object(1, &cube_xml(1.0))
            + &format!(
                "<object id=\"2\" type=\"{kind}\">{}</object>",
                cube_xml(5.0)
            );
        let build = "<item objectid=\"1\"/><item objectid=\"2\"/>";
        let (mesh, _) = parsed(&model("", &resources, build)).unwrap();
        assert_eq!(soup(&mesh), soup(&cube(1.0)), "{kind}");
    }
}

#[test]
fn the_production_extension_references_other_parts() {
    let root = model(
        "requiredextensions=\"p\"",
        &object(
            7,
            "<components><component p:path=\"/3D/parts/a.model\" \
             objectid=\"1\"/></components>",
        ),
        "<item objectid=\"7\"/><item p:path=\"/3D/parts/a.model\" \
         objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 5 0 0\"/>",
    );
    let part = model("", &object(1, &cube_xml(1.0)), "");
    let rels = "<Relationships><Relationship Target=\"/3D/main.model\" \
         Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>\
         </Relationships>";
    let entries = [
        entry("_rels/.rels", rels.as_bytes()),
        entry("3D/main.model", root.as_bytes()),
        entry("3D/parts/a.model", part.as_bytes()),
    ];
    let (mesh, _) = parsed_with(&entries, &Limits::default()).unwrap();
    assert_eq!(bounds(&mesh), [[0.0; 3], [6.0, 1.0, 1.0]]);
    let without_part = &entries[..2];
    let error = parsed_with(without_part, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("a.model\" is referred to but missing"));
}

#[test]
fn the_refusal_of_a_broken_or_hostile_model_names_the_cause() {
    let cube = object(1, &cube_xml(1.0));
    let item = "<item objectid=\"1\"/>";
    let one = |resources: &str| model("", resources, item);
    let replaced = |from: &str, to: &str| one(&cube.replacen(from, to, 1));
    let with_transform = |transform: &str| {
        let item = format!("<item objectid=\"1\" transform=\"{transform}\"/>");
        model("", &cube, &item)
    };
    let itself = "<components><component objectid=\"1\"/></components>";
    let pair =
        object(1, "<components><component objectid=\"2\"/></components>")
            + &object(2, itself);
    let unknown =
        "xmlns:z=\"http://example.com/lattice\" requiredextensions=\"z\"";
    let mut random = Random(1);
    let noise: String = (0..2 << 20)
        .map(|_| char::from(b'a' + random.below(26) as u8))
        .collect();
    let long = format!("<!--{noise}-->");
    let cases: [(String, &str); 20] = [
        (model("", "", ""), "no triangles"),
        (model("", &cube, ""), "no triangles"),
        (model("", &cube, "<item objectid=\"9\"/>"), "has no object 9"),
        (model("", &cube, "<item/>"), "no objectid"),
        (model("unit=\"parsec\"", &cube, item), "unit=\"parsec\""),
        (model(unknown, &cube, item), "http://example.com/lattice"),
        (
            model("requiredextensions=\"q\"", &cube, item),
            "\"q\" is not declared",
        ),
        (one(&object(1, itself)), "contain themselves"),
        (one(&pair), "contain themselves"),
        (replaced("v1=\"0\"", "v1=\"8\""), "refers to number 8"),
        (replaced("v1=\"0\"", "v1=\"-1\""), "v1=\"-1\" is not a number"),
        (replaced("v1=\"0\"", ""), "needs v1, v2 and v3"),
        (replaced("x=\"0\"", "x=\"NaN\""), "not a finite number"),
        (replaced("x=\"0\"", "x=\"1e99\""), "not a finite number"),
        (replaced("x=\"0\"", "x=\"a\""), "x=\"a\" is not a number"),
        (replaced("</vertices>", "</vert>"), "Cannot read"),
        (with_transform("1 0 0"), "twelve numbers"),
        (with_transform("1 0 0 0 1 0 0 0 1 0 0 0 0"), "twelve numbers"),
        (with_transform("1 0 0 0 1 0 0 0 1 0 0 inf"), "not finite"),
        (one(&format!("{long}{cube}")), "over 1 MB"),
    ];
    for (xml, expected) in cases {
        let refusal = parsed(&xml).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
}

#[test]
fn components_that_multiply_are_bounded() {
    // 2^40 cubes in a few lines.
    let mut resources = object(1, &cube_xml(1.0));
    for id in 2..42 {
        let below = format!("<component objectid=\"{}\"/>", id - 1);
        let body = format!("<components>{below}{below}</components>");
        resources += &object(id, &body);
    }
    let xml = model("", &resources, "<item objectid=\"41\"/>");
    let entries = [entry("3D/3dmodel.model", xml.as_bytes())];
    let limits =
        Limits { triangles_of_small_file: u64::MAX, ..Limits::default() };
    let error = parsed_with(&entries, &limits).unwrap_err().to_string();
    assert!(error.starts_with("Too many placed objects"), "{error}");
}

#[test]
fn repeated_parts_are_bounded_by_the_size_of_the_file() {
    let doubled = |times: u32| {
        let mut resources = object(1, &cube_xml(1.0));
        for id in 2..times + 2 {
            let below = format!("<component objectid=\"{}\"/>", id - 1);
            let body = format!("<components>{below}{below}</components>");
            resources += &object(id, &body);
        }
        let build = format!("<item objectid=\"{}\"/>", times + 1);
        parsed(&model("", &resources, &build))
    };
    // 12 triangles placed 2^13 times, and 2^14 times.
    assert_eq!(doubled(13).unwrap().0.triangles.len(), 98_304);
    let error = doubled(14).unwrap_err().to_string();
    assert!(error.contains("more than 150000 triangles"), "{error}");
    assert!(error.contains("order a quantity"), "{error}");
}

#[test]
fn limits_are_enforced_while_the_part_is_read() {
    let xml = model("", &object(1, &cube_xml(1.0)), "<item objectid=\"1\"/>");
    let entries = [entry("3D/3dmodel.model", xml.as_bytes())];
    let refused = |limits: Limits| {
        parsed_with(&entries, &limits).unwrap_err().to_string()
    };
    let few = Limits { triangles: 11, ..Limits::default() };
    assert_eq!(refused(few), "Too many triangles: 12, the limit is 11.");
    let few = Limits { triangles: 2, ..Limits::default() };
    assert_eq!(refused(few), "Too many vertices: 7, the limit is 6.");
    let few = Limits { instances: 1, ..Limits::default() };
    assert!(refused(few).starts_with("Too many objects and components"));
}

#[test]
fn an_archive_without_a_model_is_not_a_3mf() {
    let entries = [entry("readme.txt", b"hello")];
    let error = parsed_with(&entries, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("no model part"));
}

#[test]
fn pending_components_are_bounded() {
    // An object with a hundred components that all refer to the object itself:
    // every level would queue another hundred.
    let limits = Limits { instances: 250, ..Limits::default() };
    let below = "<component objectid=\"1\"/>".repeat(100);
    let resources = object(1, &format!("<components>{below}</components>"));
    let xml = model("", &resources, "<item objectid=\"1\"/>");
    let entries = [entry("3D/3dmodel.model", xml.as_bytes())];
    let error = parsed_with(&entries, &limits).unwrap_err().to_string();
    // Placed and pending: 1 and 100, then 2 and 199, then 3 and 298.
    assert_eq!(
        error,
        "Too many placed objects in the 3MF: 301, the limit is 250."
    );
}

#[test]
fn a_missing_path_outside_the_build_is_ignored() {
    let stray = "<components><component p:path=\"/3D/gone.model\" \
                 objectid=\"1\"/></components>";
    let resources = object(1, &cube_xml(1.0)) + &object(2, stray);
    let xml = model("", &resources, "<item objectid=\"1\"/>");
    assert_eq!(soup(&parsed(&xml).unwrap().0), soup(&cube(1.0)));
}

#[test]
fn many_required_extensions_are_looked_up_quickly() {
    // One tag of just under 1 MB: 30,000 declarations before the one that is
    // required 200,000 times. Comparing every pair would take many seconds.
    let unused: String =
        (0..30_000).map(|i| format!("xmlns:n{i}=\"x\" ")).collect();
    let required = "p ".repeat(200_000);
    let attributes = format!("{unused} requiredextensions=\"{required}\"");
    let resources = object(1, &cube_xml(1.0));
    let xml = model(&attributes, &resources, "<item objectid=\"1\"/>");
    assert_eq!(soup(&parsed(&xml).unwrap().0), soup(&cube(1.0)));
}

/// Reads a project with two entries: the model, and a configuration of the
/// slicer.
fn project(model: &str, config: (&str, &str)) -> Result<Model, ParseError> {
    let entries = [
        entry("3D/3dmodel.model", model.as_bytes()),
        entry(config.0, config.1.as_bytes()),
    ];
    let bytes = zip(&entries);
    let limits = Limits::default();
    parse(&Archive::open(&bytes, &limits)?, &limits)
}

const PRUSA: &str = "Metadata/Slic3r_PE_model.config";
const BAMBU: &str = "Metadata/model_settings.config";

/// Returns two cubes of side 2 as one mesh, the second shifted by `shift`.
fn two_cubes(shift: f32) -> String {
    let mut other = cube(2.0);
    for position in &mut other.positions {
        *position = position.map(|v| v + shift);
    }
    object(1, &mesh_xml(&merge(&[cube(2.0), other])))
}

/// Returns a configuration of PrusaSlicer: triangles 0 to 11 are a part, the
/// others have type `kind`.
fn prusa(kind: &str) -> String {
    let volume = |first: u32, last: u32, name: &str, kind: &str| {
        format!(
            "<volume firstid=\"{first}\" lastid=\"{last}\">\
             <metadata type=\"volume\" key=\"name\" value=\"{name}\"/>\
             <metadata type=\"volume\" key=\"volume_type\" value=\"{kind}\"/>\
             </volume>"
        )
    };
    format!(
        "<config><object id=\"1\" instances_count=\"1\">{}{}</object></config>",
        volume(0, 11, "Body", "ModelPart"),
        volume(12, 23, "Slot", kind),
    )
}

#[test]
fn items_marked_as_not_printable_are_left_out() {
    let resources = object(1, &cube_xml(1.0)) + &object(2, &cube_xml(5.0));
    let build = "<item objectid=\"1\" printable=\"1\"/>\
                 <item objectid=\"2\" printable=\"0\"/>";
    let found = project(&model("", &resources, build), (PRUSA, "<config/>"));
    let found = found.unwrap();
    assert_eq!(soup(&found.mesh), soup(&cube(1.0)));
    assert_eq!(
        found.notes,
        ["Not printed: 1 object that the project sets to not print."]
    );
}

#[test]
fn volumes_that_only_control_the_slicer_are_left_out() {
    let xml = model("", &two_cubes(1.0), "<item objectid=\"1\"/>");
    for (kind, note) in [
        ("ParameterModifier", "1 modifier"),
        ("SupportBlocker", "1 support blocker"),
        ("SupportEnforcer", "1 support enforcer"),
    ] {
        let found = project(&xml, (PRUSA, &prusa(kind))).unwrap();
        assert_eq!(soup(&found.mesh), soup(&cube(2.0)), "{kind}");
        assert_eq!(found.notes, [format!("Not printed: {note}.")]);
    }
    let found = project(&xml, (PRUSA, &prusa("ModelPart"))).unwrap();
    assert_eq!((found.mesh.triangles.len(), found.notes.len()), (24, 0));
    // A file from before volume types were introduced.
    let old = "<config><object id=\"1\"><volume firstid=\"12\" lastid=\"23\">\
               <metadata type=\"volume\" key=\"modifier\" value=\"1\"/>\
               </volume></object></config>";
    let found = project(&xml, (PRUSA, old)).unwrap();
    assert_eq!(soup(&found.mesh), soup(&cube(2.0)));
}

#[test]
fn a_negative_volume_that_may_cut_a_part_is_refused_by_name() {
    let config = prusa("NegativeVolume");
    let build = "<item objectid=\"1\"/>";
    let xml = model("", &two_cubes(1.0), build);
    let refusal = project(&xml, (PRUSA, &config)).unwrap_err();
    assert_eq!(refusal.code(), "negative_volume");
    let refusal = refusal.to_string();
    assert!(refusal.contains("The part \"Slot\" is a negative"), "{refusal}");
    assert!(refusal.contains("apply the negative volume in your slicer"));
    // A volume far away from the part cuts nothing.
    let xml = model("", &two_cubes(9.0), build);
    let found = project(&xml, (PRUSA, &config)).unwrap();
    assert_eq!(soup(&found.mesh), soup(&cube(2.0)));
    assert_eq!(
        found.notes,
        ["Not printed: 1 negative volume that touches no part."]
    );
}

#[test]
fn components_have_their_role_regardless_of_their_type() {
    let helper = |kind: &str| {
        format!("<object id=\"2\" type=\"{kind}\">{}</object>", cube_xml(1.5))
    };
    let both = "<components><component objectid=\"1\"/>\
                <component objectid=\"2\"/></components>";
    let config = |role: &str| {
        format!(
            "<config><object id=\"3\">\
             <part id=\"1\" subtype=\"normal_part\"/>\
             <part id=\"2\" subtype=\"{role}\">\
             <metadata key=\"name\" value=\"Slot\"/></part>\
             </object></config>"
        )
    };
    for kind in ["model", "other"] {
        let resources =
            object(1, &cube_xml(2.0)) + &helper(kind) + &object(3, both);
        let xml = model("", &resources, "<item objectid=\"3\"/>");
        for (role, note) in [
            ("modifier_part", "1 modifier"),
            ("support_blocker", "1 support blocker"),
            ("support_enforcer", "1 support enforcer"),
        ] {
            let found = project(&xml, (BAMBU, &config(role))).unwrap();
            assert_eq!(soup(&found.mesh), soup(&cube(2.0)), "{kind} {role}");
            assert_eq!(found.notes, [format!("Not printed: {note}.")]);
        }
        let refusal = project(&xml, (BAMBU, &config("negative_part")));
        assert_eq!(refusal.unwrap_err().code(), "negative_volume", "{kind}");
    }
}

#[test]
fn a_file_without_printable_parts_reports_why() {
    let cube = object(1, &cube_xml(1.0));
    let off = model("", &cube, "<item objectid=\"1\" printable=\"0\"/>");
    let blocker = "<config><object id=\"1\"><volume firstid=\"0\" \
         lastid=\"11\"><metadata key=\"volume_type\" value=\"SupportBlocker\"/>\
         </volume></object></config>";
    let item = model("", &cube, "<item objectid=\"1\"/>");
    for (xml, config, reason) in [
        (&off, "<config/>", "1 object that the project sets to not print"),
        (&item, blocker, "1 support blocker"),
    ] {
        let refusal = project(xml, (PRUSA, config)).unwrap_err();
        assert_eq!(refusal.code(), "nothing_to_print");
        assert!(refusal.to_string().contains(reason), "{refusal}");
    }
}

#[test]
fn the_refusal_of_a_broken_project_names_the_cause() {
    let xml = model("", &two_cubes(1.0), "<item objectid=\"1\"/>");
    for (config, expected) in [
        ("<config><object id=\"1\"", "Slic3r_PE_model.config"),
        (
            "<config><object id=\"x\"></object></config>",
            "id=\"x\" is not a number",
        ),
        (
            "<config><object id=\"1\"><volume firstid=\"12\" lastid=\"99\">\
             <metadata key=\"volume_type\" value=\"SupportBlocker\"/>\
             </volume></object></config>",
            "its triangles are not those of its object",
        ),
    ] {
        let refusal = project(&xml, (PRUSA, config)).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
}

#[test]
fn a_part_far_from_the_origin_keeps_its_size() {
    for offset in ["2000.5", "-100000.1", "1e7", "123456789.25"] {
        let item = format!(
            "<item objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 {offset} 0 \
             {offset}\"/>"
        );
        let xml = model("", &object(1, &cube_xml(20.0)), &item);
        let (mesh, _) = parsed(&xml).unwrap();
        for side in mesh.bounds().unwrap().size() {
            assert!((side - 20.0).abs() < 1e-6, "{offset}: {side}");
        }
    }
}

#[test]
fn an_object_of_helpers_may_be_placed_often() {
    let one = "<volume firstid=\"0\" lastid=\"11\"><metadata \
         key=\"volume_type\" value=\"SupportBlocker\"/></volume>";
    let config = |volumes: &str| {
        format!("<config><object id=\"1\">{volumes}</object></config>")
    };
    let item = "<item objectid=\"1\"/>".repeat(20_000);
    let xml = model("", &object(1, &cube_xml(1.0)), &item);
    let refusal = project(&xml, (PRUSA, &config(one))).unwrap_err();
    assert!(refusal.to_string().contains("20000 support blockers"));
}
