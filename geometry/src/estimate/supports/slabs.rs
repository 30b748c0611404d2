//! Heights of support layers. They are independent of the layers of the model:
//! between two contacts, support layers are as high as the nozzle allows.

/// One layer of a support, mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slab {
    pub bottom: f64,
    pub top: f64,
}

impl Slab {
    pub fn height(&self) -> f64 {
        self.top - self.bottom
    }
}

/// Contacts closer than this are merged, mm.
const MERGED: f64 = 0.07;

/// Returns the layers of columns, bottom first, and the layers of the contacts.
/// `tops` must be in ascending order.
pub fn slabs(first: f64, most: f64, tops: &[f64]) -> (Vec<Slab>, Vec<Slab>) {
    let mut columns = vec![Slab { bottom: 0.0, top: first }];
    let mut contacts: Vec<Slab> = Vec::with_capacity(tops.len());
    let mut from = first;
    for &top in tops {
        if top < first + MERGED {
            contacts.push(Slab { bottom: 0.0, top: first });
            continue;
        }
        if let Some(&last) = contacts.last().filter(|last| last.bottom > 0.0) {
            if top < last.top + MERGED {
                contacts.push(last);
                continue;
            }
            let step = step(top - from, most);
            if last.top + MERGED > from + step {
                // One layer next to the last contact.
                columns.push(last);
                from = last.top;
            }
        }
        let step = step(top - from, most);
        while from + 1.5 * step < top {
            columns.push(Slab { bottom: from, top: from + step });
            from += step;
        }
        contacts.push(Slab { bottom: from, top });
    }
    (columns, contacts)
}

fn step(distance: f64, most: f64) -> f64 {
    distance / (distance / most - 1e-6).ceil().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected heights: PrusaSlicer 2.5.0 with a T of 20 mm whose stem is 20
    /// mm high.
    #[test]
    fn a_high_contact_has_layers_of_maximum_height_below_it() {
        let (columns, contacts) = slabs(0.2, 0.3, &[19.4, 19.6]);
        assert_eq!(columns.len(), 1 + 63 + 1);
        assert!((contacts[0].height() - 0.3).abs() < 1e-9);
        assert!((contacts[1].height() - 0.2).abs() < 1e-9);
    }

    #[test]
    fn contacts_in_each_layer_have_columns_next_to_them() {
        let (columns, contacts) = slabs(0.2, 0.3, &[0.2, 2.0, 2.2, 2.4]);
        for pair in columns.windows(2) {
            assert!((pair[0].top - pair[1].bottom).abs() < 1e-9);
        }
        assert_eq!(columns.last().map(|own| own.top), Some(contacts[3].bottom));
        assert!((contacts[3].height() - 0.2).abs() < 1e-9);
    }
}
