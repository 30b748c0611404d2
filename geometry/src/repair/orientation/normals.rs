//! The surface grouped by the direction that it faces, in about 6000 bins: the
//! squares of a grid on the six sides of a cube, each about 3 degrees wide. A
//! pose is rated by the bins, so that trying one takes microseconds at any mesh
//! size.

use crate::mesh::Mesh;
use crate::vector::{Vec3, add, dot, length, normal, scale, sub};

/// Number of squares along each side of the cube.
const SQUARES: usize = 32;

/// Faces in one direction. Areas are doubled, as in cross products.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bin {
    pub area: f64,
    /// Sum of the normals, weighted by area.
    pub normal: Vec3,
    /// Sum of area times face center, relative to the center of the model.
    pub moment: Vec3,
}

pub struct Normals {
    pub bins: Vec<Bin>,
    /// Bin of each triangle.
    pub of_triangle: Vec<u16>,
    pub area: f64,
}

impl Normals {
    pub fn of(mesh: &Mesh, center: Vec3) -> Normals {
        let mut bins = vec![Bin::default(); 6 * SQUARES * SQUARES];
        let of_triangle = mesh.triangles.iter().map(|&triangle| {
            let corners = mesh.corners(triangle);
            let normal = normal(corners);
            let number = bin_of(normal);
            if let Some(bin) = bins.get_mut(usize::from(number)) {
                let [a, b, c] = corners;
                let area = length(normal);
                let middle = scale(add(add(a, b), c), 1.0 / 3.0);
                bin.area += area;
                bin.normal = add(bin.normal, normal);
                bin.moment = add(bin.moment, scale(sub(middle, center), area));
            }
            number
        });
        let of_triangle = of_triangle.collect();
        let area = bins.iter().map(|bin| bin.area).sum();
        Normals { bins, of_triangle, area }
    }

    /// Returns the directions that much of the surface faces, largest area
    /// first. Each is the sum over all bins within `within` (a cosine) of a
    /// large bin. Depends on areas, not on the resolution of the mesh.
    pub fn clusters(&self, most: usize, within: f64) -> Vec<Vec3> {
        let mut large: Vec<&Bin> =
            self.bins.iter().filter(|bin| bin.area > 0.0).collect();
        large.sort_by(|a, b| b.area.total_cmp(&a.area));
        let mut found: Vec<Vec3> = Vec::new();
        for bin in large.into_iter().take(8 * most) {
            if found.len() == most {
                break;
            }
            let Some(middle) = unit(bin.normal) else { continue };
            let near = self.bins.iter().filter(|other| {
                dot(other.normal, middle) > within * length(other.normal)
            });
            let sum = near.fold([0.0; 3], |sum, b| add(sum, b.normal));
            let Some(direction) = unit(sum) else { continue };
            if found.iter().all(|&other| dot(other, direction) < within) {
                found.push(direction);
            }
        }
        found
    }
}

pub fn unit(v: Vec3) -> Option<Vec3> {
    let long = length(v);
    (long > 0.0 && long.is_finite()).then(|| scale(v, 1.0 / long))
}

/// Returns the bin of a direction.
#[inline]
fn bin_of(direction: Vec3) -> u16 {
    square(direction, SQUARES) as u16
}

/// Returns the square of the cube that a direction passes through, with
/// `squares` per side.
#[inline]
pub fn square([x, y, z]: Vec3, squares: usize) -> usize {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (side, up, u, v) = if ax >= ay && ax >= az {
        (0, x, y / ax, z / ax)
    } else if ay >= az {
        (1, y, x / ay, z / ay)
    } else {
        (2, z, x / az, y / az)
    };
    // A zero direction gives NaN, which becomes square 0.
    let part = |along: f64| ((along + 1.0) * (0.5 * squares as f64)) as usize;
    let (u, v) = (part(u).min(squares - 1), part(v).min(squares - 1));
    let side = 2 * side + usize::from(up < 0.0);
    (side * squares + u) * squares + v
}
