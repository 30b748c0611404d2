//! How the surface passes through a cell of eight nodes: which of the twelve
//! edges it crosses together, as one sheet. Each sheet gets a separate vertex,
//! so two close walls never share one.
//!
//! On an ambiguous face, with two opposite corners inside, the surface cuts off
//! each of these corners, unless that would assign all four edges to one sheet
//! on both sides of the face. An edge of the net would then have four faces, so
//! the face is resolved the other way. Only 36 of the 256 cells have such a
//! face, and none has two (a test counts them).

/// Edge `4 * axis + u + 2 * v` starts at the corner with `u` and `v` along
/// the next two axes and runs along `axis`. Corners are `x + 2 y + 4 z`.
pub const EDGES: [[u8; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [4, 6],
    [1, 3],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

/// Corners of face `2 * axis + side`, in order.
const FACES: [[u8; 4]; 6] = [
    [0, 2, 6, 4],
    [1, 3, 7, 5],
    [0, 4, 5, 1],
    [2, 6, 7, 3],
    [0, 1, 3, 2],
    [4, 5, 7, 6],
];

/// Value of an edge that the surface does not cross.
pub const NO_SHEET: u8 = u8::MAX;

/// One configuration of a cell.
#[derive(Clone, Copy)]
pub struct Sheets {
    /// Sheet of each edge, or `NO_SHEET`.
    pub of_edge: [u8; 12],
    pub count: u8,
}

/// All 256 configurations, indexed by one bit per inside corner.
pub struct Table {
    usual: Vec<Sheets>,
    /// All configurations with the ambiguous face resolved the other way.
    turned: Vec<Sheets>,
    /// The face whose four edges belong to one sheet.
    doubtful: Vec<Option<u8>>,
}

impl Table {
    pub fn new() -> Table {
        let usual: Vec<Sheets> =
            (0..=255).map(|corners| join_edges(corners, None)).collect();
        let doubtful: Vec<Option<u8>> = (0..=255u8)
            .zip(&usual)
            .map(|(corners, sheets)| {
                (0..6u8).find(|&face| one_sheet(corners, sheets, face))
            })
            .collect();
        let turned = (0..=255)
            .zip(&doubtful)
            .map(|(corners, &face)| join_edges(corners, face))
            .collect();
        Table { usual, turned, doubtful }
    }

    /// Returns the face that must be compared with the neighbor.
    pub fn doubtful(&self, corners: u8) -> Option<u8> {
        self.doubtful.get(corners as usize).copied().flatten()
    }

    pub fn sheets(&self, corners: u8, turned: bool) -> Option<&Sheets> {
        let table = if turned { &self.turned } else { &self.usual };
        table.get(corners as usize)
    }
}

fn inside(corners: u8, corner: u8) -> bool {
    corners >> corner & 1 == 1
}

fn edge_between(a: u8, b: u8) -> usize {
    let wanted = [a.min(b), a.max(b)];
    EDGES.iter().position(|edge| *edge == wanted).unwrap_or(0)
}

/// Returns the corners of a face, each with the previous and the next one.
fn face_corners(face: u8) -> impl Iterator<Item = [u8; 3]> {
    let corners = FACES.get(face as usize).copied().unwrap_or_default();
    let [a, b, c, d] = corners;
    [[d, a, b], [a, b, c], [b, c, d], [c, d, a]].into_iter()
}

/// Returns whether the surface crosses all four edges of a face.
fn ambiguous(corners: u8, face: u8) -> bool {
    face_corners(face).all(|[_, a, b]| inside(corners, a) != inside(corners, b))
}

fn one_sheet(corners: u8, sheets: &Sheets, face: u8) -> bool {
    let mut of = face_corners(face).map(|[_, a, b]| {
        sheets.of_edge.get(edge_between(a, b)).copied().unwrap_or(NO_SHEET)
    });
    let first = of.next();
    ambiguous(corners, face) && of.all(|sheet| Some(sheet) == first)
}

/// Joins the crossed edges of each face in pairs; connected edges form one
/// sheet.
fn join_edges(corners: u8, turned_face: Option<u8>) -> Sheets {
    let mut sets = crate::union_find::UnionFind::new(12);
    for face in 0..6u8 {
        let doubtful = ambiguous(corners, face);
        // Whether the inside corners are cut off separately.
        let cut = Some(face) != turned_face;
        let mut open = None;
        for [before, corner, after] in face_corners(face) {
            let own = inside(corners, corner);
            let (left, right) =
                (edge_between(before, corner), edge_between(corner, after));
            if doubtful {
                if own == cut {
                    sets.union(left as u32, right as u32);
                }
            } else if own != inside(corners, after) {
                match open {
                    None => open = Some(right as u32),
                    Some(first) => sets.union(first, right as u32),
                }
            }
        }
    }
    let mut of_edge = [NO_SHEET; 12];
    let mut roots = Vec::new();
    for (sheet, (edge, [a, b])) in of_edge.iter_mut().zip((0..).zip(EDGES)) {
        if inside(corners, a) == inside(corners, b) {
            continue;
        }
        let root = sets.find(edge);
        let known = roots.iter().position(|&r| r == root);
        let number = known.unwrap_or_else(|| {
            roots.push(root);
            roots.len() - 1
        });
        *sheet = number as u8;
    }
    Sheets { of_edge, count: roots.len() as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_has_two_doubtful_faces_and_turning_resolves_them() {
        let table = Table::new();
        let mut doubtful = 0;
        for corners in 0..=255u8 {
            let usual = table.sheets(corners, false).unwrap();
            let faces: Vec<u8> =
                (0..6).filter(|&f| one_sheet(corners, usual, f)).collect();
            let ambiguous = (0..6).filter(|&f| ambiguous(corners, f)).count();
            if let [face] = faces[..] {
                doubtful += 1;
                assert_eq!(ambiguous, 1);
                let turned = table.sheets(corners, true).unwrap();
                assert!(!one_sheet(corners, turned, face));
            } else {
                assert!(faces.is_empty());
            }
        }
        assert_eq!(doubtful, 36);
    }

    #[test]
    fn known_cells_have_their_number_of_sheets() {
        let table = Table::new();
        let count = |corners| table.sheets(corners, false).unwrap().count;
        assert_eq!(count(0b0000_0000), 0);
        assert_eq!(count(0b0000_0001), 1);
        assert_eq!(count(0b0000_1111), 1);
        // Two corners across a face, two across the cell, and every second
        // corner.
        assert_eq!(count(0b0000_1001), 2);
        assert_eq!(count(0b1000_0001), 2);
        assert_eq!(count(0b0110_1001), 4);
        assert_eq!(count(0b1111_1111), 0);
    }
}
