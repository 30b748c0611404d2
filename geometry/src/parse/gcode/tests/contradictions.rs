//! Comments without figures, with nonsense, or with two different figures.

use super::{FOOTER, WALL_MM, plate, refusal, wall};

fn with(footer: &str) -> String {
    format!("{}{footer}", wall(false))
}

#[test]
fn a_file_without_usage_is_refused() {
    for (footer, code) in [
        ("", "sliced_no_usage"),
        (
            "; estimated printing time (normal mode) = 16m 40s\n",
            "sliced_no_usage",
        ),
        // FlashPrint, and CuraEngine without Cura.
        (";layer_total_count: 100\n", "sliced_no_usage"),
        (";TIME:6666\n;Filament used: 0m\n", "sliced_zero_usage"),
        ("; filament used [g] = 0.00\n", "sliced_zero_usage"),
        (";Filament used: #F_AMNT#m #F_WGHT#g\n", "sliced_placeholder"),
        (";Filament weight = {filament_weight}\n", "sliced_placeholder"),
        ("; filament used [mm] = NaN\n", "sliced_usage_unreadable"),
        ("; filament used [mm] = inf\n", "sliced_usage_unreadable"),
        ("; filament used [mm] = -1332.00\n", "sliced_usage_unreadable"),
        ("; filament used [mm] = 1.3e3\n", "sliced_usage_unreadable"),
        ("; filament used [mm] = lots\n", "sliced_usage_unreadable"),
        ("; filament used [mm] = 99999999999\n", "sliced_absurd_usage"),
        (
            "; filament used [mm] = 99999999999999999999\n",
            "sliced_usage_unreadable",
        ),
        ("; filament used [g] = 999999\n", "sliced_absurd_usage"),
    ] {
        let (got, sentence) = refusal(with(footer));
        assert_eq!(got, code, "{footer}: {sentence}");
    }
}

#[test]
fn a_placeholder_next_to_a_real_amount_is_ignored() {
    let text = with(&format!(";Filament weight = {{weight}}\n{FOOTER}"));
    assert_eq!(plate(text).grams, Some(3.97));
}

#[test]
fn a_second_statement_under_the_same_label_cannot_replace_the_first() {
    let honest = with(FOOTER);
    // Repeating the same figures is not a contradiction.
    plate(format!("{honest}{FOOTER}"));
    for spoof in [
        "; filament used [g] = 0.10\n",
        "; filament used [mm] = 13.32\n",
        "; FILAMENT USED [MM] = 5000.00\n",
    ] {
        for text in [
            format!("{spoof}{honest}"),
            format!("{honest}{spoof}"),
            honest.replacen("G1 Z10.000\n", &format!("{spoof}G1 Z10.000\n"), 1),
        ] {
            assert_eq!(refusal(text).0, "sliced_contradiction", "{spoof}");
        }
    }
}

#[test]
fn the_larger_figure_of_two_labels_is_used() {
    let honest = plate(with(FOOTER));
    for extra in [
        ";Filament used: 0.01m\n",
        ";TIME:5\n",
        "; estimated printing time (normal mode) = 1m 40s\n",
        "; total filament weight [g] : 0.10\n",
        ";   Plastic weight: 0.10 g\n",
        "; total filament length [mm] : 1.00\n",
    ] {
        let text = with(&format!("{extra}{FOOTER}{extra}"));
        let report = plate(text);
        assert_eq!(report.grams, honest.grams, "{extra}");
        assert_eq!(report.filament_mm, Some(WALL_MM), "{extra}");
        assert_eq!(report.seconds, 1000.0, "{extra}");
    }
}

#[test]
fn a_filament_without_density_is_billed_by_length() {
    let footer = "; filament used [mm] = 1000.00, 332.00\n\
                  ; filament used [g] = 2.98, 0.00\n\
                  ; filament_density = 1.24,0\n\
                  ; filament_diameter = 1.75,1.75\n";
    let report = plate(with(footer));
    assert_eq!(report.grams, None);
    assert_eq!(report.filament_mm, Some(WALL_MM));
    // The same density for all filaments.
    let none = FOOTER
        .replace("[g] = 3.97", "[g] = 0.00")
        .replace("density = 1.24", "density = 0");
    assert_eq!(plate(with(&none)).grams, None);
}

#[test]
fn a_claim_may_fall_short_by_at_most_a_start_line() {
    // 1332 > 1.2 x 984 + 150 = 1330.8, but not 1.2 x 986 + 150 = 1333.2.
    assert_eq!(
        refusal(with("; filament used [mm] = 984.00\n")).0,
        "sliced_understates_length"
    );
    plate(with("; filament used [mm] = 986.00\n"));
}

#[test]
fn a_claim_may_exceed_the_moves_by_at_most_the_feed_of_macros() {
    // 2 x 1332 + 2000 = 4664 mm.
    plate(with("; filament used [mm] = 4663.00\n"));
    let (code, sentence) = refusal(with("; filament used [mm] = 4665.00\n"));
    assert_eq!(code, "sliced_overstates_length");
    assert!(
        sentence.contains(
            "4665.00 mm of filament but its moves extrude only 1332.00 mm"
        ),
        "{sentence}"
    );
    // 4665 mm are 11220.6 mm3.
    assert_eq!(
        refusal(with("; filament used [cm3] = 11.23\n")).0,
        "sliced_overstates_length"
    );
    // Purging several filaments: 20 x 1332 + 2000 = 28,640 mm.
    plate(with("; filament used [mm] = 14000.00, 14639.00\n"));
    assert_eq!(
        refusal(with("; filament used [mm] = 14000.00, 14641.00\n")).0,
        "sliced_overstates_length"
    );
}

#[test]
fn a_weight_without_a_length_is_compared_with_the_moves() {
    // (1332 - 150) / 1.2 = 985 mm = 2.369 cm3, at 0.9 g/cm3 2.13 g.
    let (code, sentence) = refusal(with("; filament used [g] = 2.00\n"));
    assert_eq!(code, "sliced_understates_weight");
    assert!(sentence.contains("its moves extrude"), "{sentence}");
    plate(with("; filament used [g] = 3.97\n"));
    // 1748 mm = 4.205 cm3, at 2.0 g/cm3 8.4 g.
    assert_eq!(
        refusal(with("; filament used [g] = 9.00\n")).0,
        "sliced_overstates_weight"
    );
}

#[test]
fn a_metal_filled_filament_uses_its_stated_density() {
    let footer = "; filament used [mm] = 1332.00\n\
                  ; filament used [g] = 12.82\n";
    assert_eq!(refusal(with(footer)).0, "sliced_overstates_weight");
    let stated = format!("{footer}; filament_density = 4.0\n");
    assert_eq!(plate(with(&stated)).grams, Some(12.82));
}

#[test]
fn bambu_volumes_are_cubic_millimeters_despite_their_label() {
    // A number that matches its label is read as labeled.
    for volume in ["3203.83", "3.20383"] {
        let footer = format!(
            "; total filament length [mm] : 1332.00\n\
             ; total filament volume [cm^3] : {volume}\n"
        );
        let report = plate(with(&footer));
        assert_eq!(report.filament_cm3, Some(3.203835), "{volume}");
    }
}

/// The wall sliced for 2.85 mm filament takes (1.75 / 2.85)^2 = 0.377 of the
/// length: 1.2556 mm each side, 400 x 1.2556 = 502.24 mm. Its volume is
/// 502.24 x pi x 1.425^2 = 3204.0 mm3.
fn thick(footer: &str) -> String {
    let moves = wall(false).replace("E3.33000", "E1.2556");
    format!("{moves}; filament used [mm] = 502.24\n{footer}")
}

#[test]
fn filament_is_weighed_at_the_stated_diameter() {
    for (diameter, cm3) in
        [("2.5", 2.465), ("2.85", 3.204), ("3", 3.550), ("3.2", 4.039)]
    {
        let footer = format!("; filament_diameter = {diameter}\n");
        let report = plate(thick(&footer));
        assert_eq!(report.filament_mm, Some(502.24), "{diameter}");
        let found = report.filament_cm3.unwrap();
        assert!((found - cm3).abs() < 0.001, "{diameter}: {found}");
    }
    let report = plate(thick("; filament_diameter = 2.85\n"));
    assert_eq!(report.diameter_mm, Some(2.85));
    assert!((report.line_width_mm.unwrap() - 0.4005).abs() < 0.015);
    for odd in ["1.5", "1.9", "2", "2.4", "3.3", "17.5"] {
        let footer = format!("; filament_diameter = {odd}\n");
        let (code, sentence) = refusal(thick(&footer));
        assert_eq!(code, "sliced_filament_diameter", "{odd}");
        assert!(sentence.contains(&format!("{odd} mm")), "{sentence}");
    }
}

#[test]
fn a_claim_is_compared_with_the_moves_at_the_stated_diameter() {
    // 3.204 cm3 at 1.24 g/cm3 are 3.97 g, not the 1.50 g of 1.75 mm filament.
    let stated = "; filament_density = 1.24\n; filament_diameter = 2.85\n";
    let honest = format!("; filament used [g] = 3.97\n{stated}");
    assert_eq!(plate(thick(&honest)).grams, Some(3.97));
    let light = format!("; filament used [g] = 1.50\n{stated}");
    assert_eq!(refusal(thick(&light)).0, "sliced_understates_weight");
    // A volume that is correct only for 1.75 mm filament.
    let small = format!("; filament used [cm3] = 1.21\n{stated}");
    assert_eq!(refusal(thick(&small)).0, "sliced_understates_length");
    let right = format!("; filament used [cm3] = 3.20\n{stated}");
    assert!(plate(thick(&right)).filament_cm3.unwrap() > 3.2);
    // Without a length, the weight of the moves is compared: at most 5.8 g of
    // 1.75 mm filament.
    let weight = "; filament used [g] = 7.00\n; filament_diameter = 2.85\n";
    let moves = wall(false).replace("E3.33000", "E1.2556");
    assert_eq!(plate(format!("{moves}{weight}")).grams, Some(7.0));
}

#[test]
fn files_for_undeclared_thicker_filament_are_refused() {
    // As 1.75 mm filament, this gives a line of 0.151 mm.
    let thin = wall(false).replace("E3.33000", "E1.2556");
    let cura = ";Filament used: 0.50224m\n";
    let (code, sentence) = refusal(format!("{cura}{thin}"));
    assert_eq!(code, "sliced_filament_diameter");
    assert!(sentence.contains("0.15 mm wide"), "{sentence}");
    assert!(sentence.contains("2.85 mm"), "{sentence}");
    // A line of 0.25 mm from a fine nozzle is accepted.
    let fine = wall(false).replace("E3.33000", "E2.0787");
    plate(format!(";Filament used: 0.83148m\n{fine}"));
}

#[test]
fn unused_slots_may_be_of_any_kind() {
    let footer = "; filament used [mm] = 1332.00, 0.00\n\
                  ; filament used [g] = 3.97, 0.00\n\
                  ; filament_density = 1.24,0.1\n\
                  ; filament_diameter = 1.75,2.85\n";
    assert_eq!(plate(with(footer)).diameter_mm, Some(1.75));
    // Both are used: 1000 mm of 1.75 mm and 332 mm of 2.85 mm filament.
    let used = footer
        .replace("1332.00, 0.00", "1000.00, 332.00")
        .replace("3.97, 0.00", "2.98, 2.63")
        .replace("1.24,0.1", "1.24,1.24");
    let cm3 = plate(with(&used)).filament_cm3.unwrap();
    assert!((cm3 - (2.40528 + 2.11796)).abs() < 0.0001, "{cm3}");
    let odd = used.replace("1.75,2.85", "1.75,2.1");
    assert_eq!(refusal(with(&odd)).0, "sliced_filament_diameter");
    // The file does not state which of two thick filaments is used.
    let unsure = "; filament used [mm] = 502.24\n\
                  ; filament_diameter = 2.85,3,2.85\n";
    let moves = wall(false).replace("E3.33000", "E1.2556");
    let (code, sentence) = refusal(format!("{moves}{unsure}"));
    assert_eq!(code, "sliced_filament_diameter");
    assert!(sentence.contains("which of them"), "{sentence}");
}

#[test]
fn pauses_are_machine_time_except_those_of_an_end_script() {
    // 800.4 s of moves, claimed as 1000 s.
    let paused = |seconds: u32| with(&format!("G4 S{seconds}\n{FOOTER}"));
    plate(paused(300));
    let report = plate(paused(1200));
    assert!((report.moves_seconds - 2000.4).abs() < 1e-6);
    // (800.4 + 1300 - 600) x 0.7 - 60 = 990; with 1400 s it is 1060.
    plate(paused(1300));
    assert_eq!(refusal(paused(1400)).0, "sliced_understates_time");
}
