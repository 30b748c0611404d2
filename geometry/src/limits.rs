//! Resource limits for one file. Parsers take the limits as a parameter and
//! define no limits themselves.

/// Upper bounds that a parser checks before it allocates or inflates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file itself, bytes.
    pub bytes: u64,
    /// Triangles after instancing (a GLB node or 3MF component can repeat
    /// them).
    pub triangles: u64,
    /// Maximum number of triangles per byte of the file, where nodes or
    /// components repeat them. 64 allows about 400 copies of a part whose
    /// triangles take 6 bytes each. A file of nested doublings reaches
    /// thousands.
    pub triangles_per_byte: u64,
    /// Number of triangles that any file may have, however small it is.
    pub triangles_of_small_file: u64,
    /// Number of nodes, components, build items and other placed instances.
    pub instances: u64,
    /// Size of a JSON or XML document that holds no geometry, bytes.
    pub document_bytes: u64,
    /// Entries in an archive's directory.
    pub archive_entries: u64,
    /// Inflated size of one archive entry, bytes.
    pub entry_inflated_bytes: u64,
    /// Inflated size of all entries read from one archive, bytes.
    pub total_inflated_bytes: u64,
    /// Ratio of inflated to compressed size of one entry. Deflate reaches
    /// about 1032; models and g-code stay under 60.
    pub inflate_ratio: u64,
    /// Width, depth and height of the largest printer, mm. The moves of a
    /// sliced file must stay within it.
    pub bed_mm: [u32; 3],
}

impl Limits {
    /// Returns the maximum number of triangles in a file of this size.
    pub fn triangles_of(&self, file_bytes: u64) -> u64 {
        self.triangles_per_byte
            .saturating_mul(file_bytes)
            .max(self.triangles_of_small_file)
            .min(self.triangles)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 100 << 20,
            triangles: 5_000_000,
            triangles_per_byte: 64,
            triangles_of_small_file: 150_000,
            instances: 100_000,
            document_bytes: 32 << 20,
            archive_entries: 4096,
            entry_inflated_bytes: 512 << 20,
            total_inflated_bytes: 1 << 30,
            inflate_ratio: 200,
            bed_mm: [340, 320, 340],
        }
    }
}
