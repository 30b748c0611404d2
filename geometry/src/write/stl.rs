//! Writes binary STL, with normals computed from the corners.

use crate::mesh::Mesh;
use crate::vector::{length, normal, scale};

/// Returns the bytes of the file: 84, plus 50 per triangle.
pub fn binary(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(84 + 50 * mesh.triangles.len());
    // The header must not start with "solid", which readers interpret as ASCII.
    bytes.extend(b"binary STL, millimetres");
    bytes.resize(80, b' ');
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for (n, &triangle) in mesh.triangles.iter().enumerate() {
        if n % 65_536 == 0 {
            crate::checkpoint();
        }
        let normal = normal(mesh.corners(triangle));
        let long = length(normal);
        let unit = if long > 0.0 { scale(normal, 1.0 / long) } else { normal };
        let [a, b, c] = triangle.map(|v| {
            mesh.positions.get(v as usize).copied().unwrap_or_default()
        });
        let vectors = [unit.map(|v| v as f32), a, b, c];
        let words = vectors.map(|vector| vector.map(f32::to_le_bytes));
        bytes.extend_from_slice(words.as_flattened().as_flattened());
        bytes.extend_from_slice(&[0; 2]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::parse::stl::parse;
    use crate::testing::sphere;

    #[test]
    fn a_written_file_gives_the_same_mesh() {
        let mesh = sphere(10.0, 8, 12);
        let bytes = binary(&mesh);
        assert_eq!(bytes.len(), 84 + 50 * mesh.triangles.len());
        let read = parse(&bytes, &Limits::default()).unwrap().mesh;
        assert_eq!(read.positions.len(), mesh.positions.len());
        let corners = |mesh: &Mesh| crate::testing::soup(mesh);
        assert_eq!(corners(&read), corners(&mesh));
    }

    #[test]
    fn normals_have_unit_length_and_point_outwards() {
        let mesh = crate::testing::cuboid([2.0, 3.0, 4.0], [-1.0, -1.5, -2.0]);
        let bytes = binary(&mesh);
        for facet in bytes[84..].chunks(50) {
            let at = |n: usize| {
                let word = &facet[4 * n..4 * n + 4];
                f32::from_le_bytes(word.try_into().unwrap())
            };
            let (n, p) = ([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
            let one: f32 = n.iter().map(|v| v * v).sum();
            let out: f32 = n.iter().zip(p).map(|(n, p)| n * p).sum();
            assert!((one - 1.0).abs() < 1e-6 && out > 0.9);
        }
    }
}
