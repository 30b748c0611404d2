//! Component types of accessors (glTF 2.0, section 3.6.2.2).

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentType {
    Byte,
    UnsignedByte,
    Short,
    UnsignedShort,
    UnsignedInt,
    Float,
}

const ALL: [ComponentType; 6] = [
    ComponentType::Byte,
    ComponentType::UnsignedByte,
    ComponentType::Short,
    ComponentType::UnsignedShort,
    ComponentType::UnsignedInt,
    ComponentType::Float,
];

impl ComponentType {
    /// Returns `None` for a number that the format does not define.
    pub fn of(number: u32) -> Option<ComponentType> {
        ALL.into_iter().find(|known| known.number() == number)
    }

    /// Returns the number used in the file.
    pub fn number(self) -> u32 {
        match self {
            ComponentType::Byte => 5120,
            ComponentType::UnsignedByte => 5121,
            ComponentType::Short => 5122,
            ComponentType::UnsignedShort => 5123,
            ComponentType::UnsignedInt => 5125,
            ComponentType::Float => 5126,
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            ComponentType::Byte | ComponentType::UnsignedByte => 1,
            ComponentType::Short | ComponentType::UnsignedShort => 2,
            ComponentType::UnsignedInt | ComponentType::Float => 4,
        }
    }

    /// Returns whether indices may have this type.
    pub fn is_index(self) -> bool {
        matches!(
            self,
            ComponentType::UnsignedByte
                | ComponentType::UnsignedShort
                | ComponentType::UnsignedInt
        )
    }
}
