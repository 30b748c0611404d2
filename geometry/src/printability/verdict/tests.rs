use super::*;

fn location() -> Location {
    let sides = [30.0, 20.0, 0.1];
    Location { at: [1.0, 2.0, 3.0], size_mm: 0.5, sides, count: 4 }
}

/// Returns every combination of findings, one bit for each.
fn every() -> impl Iterator<Item = Findings> {
    (0u32..1 << 15).map(|bits| {
        let has = |bit: u32| bits >> bit & 1 == 1;
        let some = |bit| has(bit).then(location);
        let list = |bit| some(bit).into_iter().collect::<Vec<_>>();
        Findings {
            open: list(0),
            winding: list(1),
            crowded: list(2),
            patched: list(3),
            thin: some(4),
            nothing_prints: has(5).then(|| "Nothing would print.".into()),
            too_large: some(6),
            ceiling: some(7),
            free: if has(8) { 2 } else { 0 },
            overhang: some(9).map(|at| (90.0, at)),
            fixed: has(10),
            parts: if has(11) { 3 } else { 1 },
            bodies_overlap: has(13),
            cavities_unknown: has(14),
            left_out: has(12)
                .then(|| "Not printed: x.".into())
                .into_iter()
                .collect(),
        }
    })
}

fn codes(remarks: &[Remark]) -> Vec<&'static str> {
    remarks.iter().map(|remark| remark.code).collect()
}

/// Issues that only report what was found or done.
const TOLD: [&str; 3] = ["hole_closed", "left_out", "non_manifold_edges"];

/// Recommendations that only report how the model was read.
const REMARKS: [&str; 3] =
    ["separate_parts", "bodies_overlap", "cavities_unknown"];

/// Issues that prevent a print, and the recommendation for each.
const ANSWERS: [(&str, &str); 6] = [
    ("open_edges", "close_surface"),
    ("winding", "close_surface"),
    ("too_thin", "thicken"),
    ("nothing_prints", "thicken"),
    ("hollow_ceiling", "fill_hollow"),
    ("free_body", "join_bodies"),
];

#[test]
fn no_verdict_contradicts_itself() {
    for findings in every() {
        let verdict = findings.verdict();
        let issues = codes(&verdict.issues);
        let advice = codes(&verdict.recommendations);
        let detail = verdict.print_detail.as_str();
        let says = |part: &str| detail.contains(part);
        let about = format!("{findings:?} {verdict:?}");
        // The scores of the contract.
        let score = verdict.printability_score;
        let redesign = verdict.print_status == PrintStatus::NeedsRedesign;
        match verdict.print_status {
            PrintStatus::Ready => assert_eq!(score, 95),
            PrintStatus::Repaired => assert_eq!(score, 85),
            PrintStatus::NeedsRedesign => {
                assert!([40, 45].contains(&score), "{about}")
            }
        }
        // An issue that prevents a print always comes with its status, sentence
        // and recommendation.
        let fatal = ANSWERS.iter().filter(|(issue, _)| issues.contains(issue));
        assert_eq!(redesign, fatal.clone().count() > 0, "{about}");
        for (_, answer) in fatal {
            assert!(advice.contains(answer), "{about}");
        }
        for (issue, answer) in ANSWERS {
            let same = ANSWERS.iter().filter(|(_, other)| *other == answer);
            let any = same.clone().any(|(issue, _)| issues.contains(issue));
            assert_eq!(advice.contains(&answer), any, "{issue}: {about}");
        }
        let prints =
            says("and can be") || says("it can be") || says("model can be");
        assert_eq!(redesign, !prints && !says("too large"), "{about}");
        // Unconditional approval is given only where nothing needs to be done.
        if says("as it is") {
            let other: Vec<_> =
                issues.iter().filter(|issue| !TOLD.contains(issue)).collect();
            assert!(other.is_empty(), "{about}");
            assert!(advice.iter().all(|a| REMARKS.contains(a)), "{about}");
            assert_eq!(verdict.print_status, PrintStatus::Ready);
        }
        // The sentence mentions a repair only if something was repaired.
        assert!(!says("was repaired") || findings.fixed, "{about}");
        if verdict.print_status == PrintStatus::Ready {
            assert!(!findings.fixed && findings.crowded.is_empty(), "{about}");
        }
        // The sentence of a printable model mentions supports and size.
        if !redesign {
            let large = issues.contains(&"too_large");
            assert_eq!(says("too large"), large, "{about}");
            let supports = advice.contains(&"supports");
            assert_eq!(says("with supports"), supports && !large, "{about}");
        }
        assert_eq!(
            issues.contains(&"too_large"),
            advice.contains(&"scale_down")
        );
        assert!(detail.ends_with('.') && !detail.contains(".."), "{about}");
    }
}

#[test]
fn the_sentences_read_well() {
    let of = |change: fn(&mut Findings)| {
        let mut findings = Findings { parts: 1, ..Findings::default() };
        change(&mut findings);
        findings.verdict().print_detail
    };
    let overhang = |f: &mut Findings| f.overhang = Some((90.0, location()));
    assert_eq!(of(|_| ()), "The model can be printed as it is.");
    assert_eq!(
        of(overhang),
        "The model needs no repair and can be printed with supports."
    );
    assert_eq!(
        of(|f| f.fixed = true),
        "The model was repaired and can be printed."
    );
    assert_eq!(
        of(|f| f.crowded = vec![location()]),
        "Bodies of the model touch along edges; it can be printed."
    );
    assert_eq!(
        of(|f| f.too_large = Some(location())),
        "The model needs no repair, but it is too large for the plate."
    );
}
