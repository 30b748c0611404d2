// A bundle of printer profiles in the format of vendors: one printer with a small bed, and one with a round bed and
// its origin at the center.

/** Returns 40 points on a circle. */
const circle = (radius: number): string =>
  Array.from({ length: 40 }, (_, index) => {
    const angle = (index * Math.PI) / 20
    return `${(radius * Math.cos(angle)).toFixed(3)}x${(radius * Math.sin(angle)).toFixed(3)}`
  }).join(',')

export const squarePrinter = 'Example Square 220'
export const roundPrinter = 'Example Round 250'

export const vendorBundle = String.raw`
[vendor]
name = Example Works

[printer:*common*]
printer_technology = FFF
gcode_flavor = marlin2
nozzle_diameter = 0.4
retract_length = 0.8
start_gcode = M140 S[first_layer_bed_temperature]\nG28\nM190 S[first_layer_bed_temperature]\nM109 S[first_layer_temperature]\nM83
end_gcode =

[printer:${squarePrinter}]
inherits = *common*
bed_shape = 0x0,220x0,220x220,0x220
max_print_height = 250

[printer:${roundPrinter}]
inherits = *common*
bed_shape = ${circle(125)}
max_print_height = 300

[print:0.20mm NORMAL]
layer_height = 0.2
first_layer_height = 0.2
perimeters = 2
skirts = 0

[filament:Example PLA]
filament_type = PLA
temperature = 210
first_layer_temperature = 215
bed_temperature = 60
first_layer_bed_temperature = 60
`
