//! Reads accessors: typed, strided views into the buffers, dense or sparse.
//! Every count is checked against the bytes before memory is allocated.

use super::buffers::{BufferError, Buffers};
use super::component_type::ComponentType;
use super::document::{Accessor, BufferView, Document, SparsePart};
use super::extensions::{COMPRESSION, unsupported};
use crate::ParseError;

/// A document and its bytes.
pub struct Source<'a> {
    pub document: &'a Document<'a>,
    pub buffers: Buffers<'a>,
}

/// Stored elements, contiguous.
pub struct Raw<'a> {
    pub accessor: &'a Accessor,
    pub component: ComponentType,
    /// Size of one element, bytes.
    pub size: usize,
    pub data: Vec<u8>,
}

/// Elements of an accessor: `count` elements at a distance of `stride` bytes.
struct View<'a> {
    bytes: &'a [u8],
    stride: usize,
    count: usize,
}

impl Source<'_> {
    /// Returns the claimed number of elements of accessor `index`, not yet
    /// checked against the bytes.
    pub fn count(&self, index: usize) -> Result<u64, ParseError> {
        Ok(self.accessor(index)?.count)
    }

    /// Returns all positions of a POSITION accessor.
    pub fn positions(&self, index: usize) -> Result<Vec<[f32; 3]>, ParseError> {
        let accessor = self.accessor(index)?;
        if accessor.shape != "VEC3" {
            return Err(malformed(index, "positions must be of type VEC3"));
        }
        let component = ComponentType::of(accessor.component_type)
            .filter(|component| *component != ComponentType::UnsignedInt)
            .ok_or_else(|| {
                malformed(index, "positions cannot be of this component type")
            })?;
        let size = 3 * component.bytes();
        let normalized = accessor.normalized;
        let read = |bytes: &[u8]| vector(bytes, component, normalized);
        self.elements(index, accessor, size, read)
    }

    /// Returns all indices of an accessor.
    pub fn indices(&self, index: usize) -> Result<Vec<u32>, ParseError> {
        let accessor = self.accessor(index)?;
        if accessor.shape != "SCALAR" {
            return Err(malformed(index, "indices must be of type SCALAR"));
        }
        let component = index_type(accessor.component_type)
            .ok_or_else(|| malformed(index, "indices must be unsigned"))?;
        let read = |bytes: &[u8]| unsigned(bytes, component);
        self.elements(index, accessor, component.bytes(), read)
    }

    /// Returns the stored elements; `None` when the accessor is sparse, has no
    /// view or is not a vector.
    pub fn raw(&self, index: usize) -> Result<Option<Raw<'_>>, ParseError> {
        let accessor = self.accessor(index)?;
        let width = match accessor.shape.as_str() {
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => return Ok(None),
        };
        let component = ComponentType::of(accessor.component_type)
            .filter(|component| *component != ComponentType::UnsignedInt);
        let Some(component) = component else { return Ok(None) };
        let (Some(view), None) = (accessor.buffer_view, &accessor.sparse)
        else {
            return Ok(None);
        };
        let Ok(count) = usize::try_from(accessor.count) else {
            return Ok(None);
        };
        let size = width * component.bytes();
        let view = self.view(index, view, accessor.byte_offset, size, count)?;
        let elements = view.bytes.chunks(view.stride).take(count);
        let mut out = Vec::with_capacity(view.count * size);
        for element in elements {
            out.extend(element.get(..size).unwrap_or(element));
        }
        Ok(Some(Raw { accessor, component, size, data: out }))
    }

    /// Returns the bytes of a whole buffer view, such as an image.
    pub fn whole_view(&self, index: usize) -> Result<&[u8], ParseError> {
        let views = &self.document.buffer_views;
        let view =
            views.get(index).ok_or_else(|| ParseError::BadReference {
                what: "An image of the glTF".into(),
                index: index as u64,
                count: views.len() as u64,
            })?;
        self.data(index, view)
    }

    /// Returns dense elements, or zeros, with the sparse ones applied.
    fn elements<T: Copy + Default>(
        &self,
        index: usize,
        accessor: &Accessor,
        size: usize,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<T>, ParseError> {
        // A valid accessor never has more elements than the file has bytes.
        // This also applies to zeros under sparse values.
        if accessor.count > self.buffers.total {
            if let Some(view) = accessor.buffer_view {
                // A missing buffer is the more helpful explanation.
                self.view(index, view, 0, size, 0)?;
            }
            return Err(ParseError::CountMismatch {
                what: "count of a glTF accessor",
                claimed: accessor.count,
                actual: self.buffers.total / size as u64,
            });
        }
        let count = accessor.count as usize;
        let mut out = match accessor.buffer_view {
            Some(view) => self
                .view(index, view, accessor.byte_offset, size, count)?
                .each(&read),
            None => vec![T::default(); count],
        };
        let Some(sparse) = &accessor.sparse else { return Ok(out) };
        if sparse.count > accessor.count {
            return Err(malformed(index, "more sparse values than elements"));
        }
        let sparse_count = sparse.count as usize;
        let SparsePart { buffer_view, byte_offset, component_type } =
            sparse.indices;
        let component = component_type
            .map_or(Some(ComponentType::UnsignedInt), index_type)
            .ok_or_else(|| {
                malformed(index, "sparse indices must be unsigned")
            })?;
        let width = component.bytes();
        let indices = self
            .view(index, buffer_view, byte_offset, width, sparse_count)?
            .each(&|bytes| unsigned(bytes, component));
        let part = &sparse.values;
        let values = self
            .view(
                index,
                part.buffer_view,
                part.byte_offset,
                size,
                sparse_count,
            )?
            .each(&read);
        for (at, value) in indices.into_iter().zip(values) {
            let slot = out.get_mut(at as usize).ok_or_else(|| {
                ParseError::BadReference {
                    what: format!("A sparse index of glTF accessor {index}"),
                    index: u64::from(at),
                    count: accessor.count,
                }
            })?;
            *slot = value;
        }
        Ok(out)
    }

    /// Returns the bytes of `count` elements of `size` bytes in a buffer view.
    fn view(
        &self,
        accessor: usize,
        view: usize,
        offset: u64,
        size: usize,
        count: usize,
    ) -> Result<View<'_>, ParseError> {
        let views = &self.document.buffer_views;
        let placed =
            views.get(view).ok_or_else(|| ParseError::BadReference {
                what: format!("glTF accessor {accessor}"),
                index: view as u64,
                count: views.len() as u64,
            })?;
        let stride = placed.byte_stride.unwrap_or(size as u64);
        if stride < size as u64 || stride > 252 && placed.byte_stride.is_some()
        {
            return Err(malformed(accessor, "its stride is out of range"));
        }
        let data = self.data(view, placed)?;
        let needed = match count as u64 {
            0 => 0,
            n => (n - 1).saturating_mul(stride).saturating_add(size as u64),
        };
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = data.get(start..).unwrap_or(&[]);
        if needed > bytes.len() as u64 {
            return Err(ParseError::Truncated {
                what: format!("glTF accessor {accessor} in buffer view {view}"),
                offset,
                needed,
                available: bytes.len() as u64,
            });
        }
        Ok(View { bytes, stride: stride as usize, count })
    }

    /// Returns the bytes of a buffer view.
    fn data(
        &self,
        index: usize,
        view: &BufferView,
    ) -> Result<&[u8], ParseError> {
        let compressed = |name: &&&str| view.extensions.contains_key(**name);
        let packed = COMPRESSION.iter().find(compressed);
        let bytes = self.buffers.get(view.buffer).map_err(|error| {
            match (error, packed) {
                (BufferError::Separate(refusal), _) => refusal,
                (BufferError::Absent, Some(name)) => unsupported(name),
                (BufferError::Absent, None) => {
                    malformed_view(index, "its buffer has no data")
                }
                (BufferError::NoSuchBuffer { count }, _) => {
                    ParseError::BadReference {
                        what: format!("glTF buffer view {index}"),
                        index: view.buffer as u64,
                        count: count as u64,
                    }
                }
            }
        })?;
        let range = usize::try_from(view.byte_offset).ok().and_then(|start| {
            let length = usize::try_from(view.byte_length).ok()?;
            Some(start..start.checked_add(length)?)
        });
        range.and_then(|range| bytes.get(range)).ok_or_else(|| {
            ParseError::Truncated {
                what: format!("glTF buffer view {index}"),
                offset: view.byte_offset,
                needed: view.byte_length,
                available: (bytes.len() as u64)
                    .saturating_sub(view.byte_offset),
            }
        })
    }

    fn accessor(&self, index: usize) -> Result<&Accessor, ParseError> {
        let all = &self.document.accessors;
        all.get(index).ok_or_else(|| ParseError::BadReference {
            what: "A primitive of the glTF".into(),
            index: index as u64,
            count: all.len() as u64,
        })
    }
}

impl View<'_> {
    fn each<T: Default>(&self, read: &impl Fn(&[u8]) -> Option<T>) -> Vec<T> {
        self.bytes
            .chunks(self.stride)
            .take(self.count)
            .map(|element| read(element).unwrap_or_default())
            .collect()
    }
}

/// Returns three components as floats. Normalized integers map to [-1, 1] or
/// [0, 1].
#[inline]
fn vector(
    bytes: &[u8],
    component: ComponentType,
    normalized: bool,
) -> Option<[f32; 3]> {
    let mut out = [0.0; 3];
    for (i, value) in out.iter_mut().enumerate() {
        *value = match component {
            ComponentType::Float => {
                let (words, _) = bytes.as_chunks::<4>();
                f32::from_le_bytes(*words.get(i)?)
            }
            ComponentType::Byte => {
                let v = f32::from(bytes.get(i)?.cast_signed());
                if normalized { (v / 127.0).max(-1.0) } else { v }
            }
            ComponentType::UnsignedByte => {
                let v = f32::from(*bytes.get(i)?);
                if normalized { v / 255.0 } else { v }
            }
            ComponentType::Short => {
                let (halves, _) = bytes.as_chunks::<2>();
                let v = f32::from(i16::from_le_bytes(*halves.get(i)?));
                if normalized { (v / 32767.0).max(-1.0) } else { v }
            }
            ComponentType::UnsignedShort | ComponentType::UnsignedInt => {
                let (halves, _) = bytes.as_chunks::<2>();
                let v = f32::from(u16::from_le_bytes(*halves.get(i)?));
                if normalized { v / 65535.0 } else { v }
            }
        };
    }
    Some(out)
}

/// Returns the component type of indices; `None` for a type that indices cannot
/// have.
fn index_type(number: u32) -> Option<ComponentType> {
    ComponentType::of(number).filter(|component| component.is_index())
}

#[inline]
fn unsigned(bytes: &[u8], component: ComponentType) -> Option<u32> {
    match component {
        ComponentType::UnsignedByte => bytes.first().map(|&b| u32::from(b)),
        ComponentType::UnsignedShort => {
            bytes.first_chunk().map(|b| u32::from(u16::from_le_bytes(*b)))
        }
        _ => bytes.first_chunk().map(|b| u32::from_le_bytes(*b)),
    }
}

fn malformed(accessor: usize, detail: &str) -> ParseError {
    ParseError::Refused {
        code: "malformed",
        message: format!("glTF accessor {accessor} is invalid: {detail}."),
    }
}

fn malformed_view(view: usize, detail: &str) -> ParseError {
    ParseError::Refused {
        code: "malformed",
        message: format!("glTF buffer view {view} is invalid: {detail}."),
    }
}
