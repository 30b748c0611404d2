// Presets of vendors: inheritance, conditions, beds, and the configuration of a plate.
import { describe, expect, test } from 'bun:test'
import { printings } from '../../server/domain/catalog/printing.ts'
import { placesOn } from '../../server/wiring/slicing/plate-profiles.ts'
import { bedOf, isWithin } from '../../slicer-bridge/vendor/bed.ts'
import { openBundle } from '../../slicer-bridge/vendor/bundle.ts'
import { choosePresets } from '../../slicer-bridge/vendor/choose.ts'
import { holds } from '../../slicer-bridge/vendor/condition.ts'
import { parseIni, type Settings } from '../../slicer-bridge/vendor/ini.ts'
import { plateConfig } from '../../slicer-bridge/vendor/plate-config.ts'

const bundleText = String.raw`
# A vendor of two printers.
[vendor]
name = Example Works

[printer:*common*]
printer_technology = FFF
gcode_flavor = marlin2
bed_shape = 0x0,180x0,180x180,0x180
max_print_height = 170
nozzle_diameter = 0.4
start_gcode = M104 S[first_layer_temperature]\nG28\nM104 T1 S150
end_gcode = G28 ; home\nM84

[printer:*tall*]
max_print_height = 400
printer_notes = FAMILY_TALL

[printer:Box]
inherits = *common*
default_print_profile = 0.20mm NORMAL
default_filament_profile = "Example PLA"

[printer:Tall Box]
inherits = *common*; *tall*
end_gcode = END_PRINT\nM84

[print:*all*]
fill_pattern = gyroid
compatible_printers_condition = nozzle_diameter[0]==0.4

[print:0.20mm SPEED]
inherits = *all*
layer_height = 0.2

[print:0.20mm NORMAL]
inherits = *all*
layer_height = 0.2
first_layer_height = 150%
post_process = /bin/true

[print:0.10mm TALL]
inherits = *all*
layer_height = 0.1
compatible_printers_condition = printer_notes=~/.*TALL.*/

[filament:Example PLA]
filament_type = PLA
temperature = 205
compatible_printers_condition =

[filament:Generic PLA]
filament_type = PLA
temperature = 210

[filament:Generic ABS]
filament_type = ABS
temperature = 255
renamed_from = Old ABS

[filament:Offshoot ABS]
inherits = Generic ABS
compatible_printers = "Tall Box"
`

const bundle = openBundle(bundleText)
const settingsOf = (lines: string): Settings => parseIni(lines).get('') ?? new Map()

describe('a bundle', () => {
  test('resolves what a preset inherits, the last parent before the others', () => {
    const tall = bundle.preset('printer', 'Tall Box')
    expect(tall?.get('max_print_height')).toBe('400')
    expect(tall?.get('nozzle_diameter')).toBe('0.4')
    expect(tall?.get('end_gcode')).toBe(String.raw`END_PRINT\nM84`)
    expect(tall?.has('inherits')).toBe(false)
    expect(bundle.preset('filament', 'Offshoot ABS')?.has('renamed_from')).toBe(false)
  })

  test('offers presets without asterisks', () => {
    expect(bundle.names('printer')).toEqual(['Box', 'Tall Box'])
    expect(bundle.preset('printer', 'Round Box')).toBeNull()
  })

  test('with an unknown or circular parent is broken', () => {
    expect(() => openBundle('[print:A]\ninherits = B').preset('print', 'A')).toThrow('print:B')
    const circle = openBundle('[print:A]\ninherits = B\n[print:B]\ninherits = A')
    expect(() => circle.preset('print', 'A')).toThrow('itself')
  })
})

describe('a condition', () => {
  const printer = settingsOf(
    'nozzle_diameter = 0.4\nprinter_model = MK3S\nprinter_notes = Do not touch, VENDOR_X; MODEL_MK3\nsingle_extruder_multi_material = 0',
  )
  test.each([
    ['', true],
    ['nozzle_diameter[0]==0.4', true],
    ['nozzle_diameter[0]>=0.6', false],
    ['nozzle_diameter[0]!=0.8 and printer_model!="MINI"', true],
    ['printer_model=="MINI" or printer_notes=~/.*MODEL_MK(2|3).*/', true],
    // The complete value has to match.
    ['printer_model=~/MK3/', false],
    ['printer_notes!~/.*MODEL_MK(2|2.5).*/ and ! single_extruder_multi_material', true],
    ['!(printer_model=~/MK.*/) or nozzle_diameter[0] < 0.3', false],
    ['num_extruders==1', true],
    ['bed_temperature[0]==60', false],
  ])('%s: %p', (condition, expected) => {
    expect(holds(condition, printer)).toBe(expected)
  })

  test.each(['printer_model==', 'and', '(nozzle_diameter[0]==0.4', 'a = 1', 'x ** 2'])(
    '%s is invalid',
    (condition) => {
      expect(() => holds(condition, printer)).toThrow(SyntaxError)
    },
  )
})

describe('a bed', () => {
  const round = Array.from({ length: 72 }, (_, at) => {
    const angle = (at * Math.PI) / 36
    return `${(100 * Math.cos(angle)).toFixed(3)}x${(100 * Math.sin(angle)).toFixed(3)}`
  }).join(',')

  test('has its center where the vendor defines it', () => {
    const at = (shape: string) =>
      bedOf(settingsOf(`bed_shape = ${shape}\nmax_print_height = 210`))?.center
    expect(at('0x0,250x0,250x210,0x210')).toEqual([125, 105])
    expect(at('-5x3,225x3,225x223,-5x223')).toEqual([110, 113])
    expect(at(round)?.map(Math.round).map(Math.abs)).toEqual([0, 0])
    expect(at('0x0,250x0')).toBeUndefined()
    expect(bedOf(settingsOf('bed_shape = 0x0,9x0,9x9'))).toBeNull()
  })

  test('fits a box unrotated or rotated, and on a round bed only within the circle', () => {
    const oblong = bedOf(settingsOf('bed_shape = 0x0,250x0,250x210,0x210\nmax_print_height = 210'))
    const disk = bedOf(settingsOf(`bed_shape = ${round}\nmax_print_height = 300`))
    if (oblong === null || disk === null) throw new Error('no bed')
    expect(placesOn(oblong, [205, 245, 210]).copies > 0).toBe(true)
    expect(placesOn(oblong, [220, 220, 10]).copies > 0).toBe(false)
    expect(placesOn(oblong, [10, 10, 211]).copies > 0).toBe(false)
    // A square in a circle of 200 mm has sides of 141.4 mm.
    expect(placesOn(disk, [141, 141, 300]).copies > 0).toBe(true)
    expect(placesOn(disk, [143, 143, 300]).copies > 0).toBe(false)
    expect(isWithin(disk.outline, [0, 99.8])).toBe(true)
  })
})

describe('the presets of a plate', () => {
  const chosen = (printer: string, filamentType: 'PLA' | 'ABS' | 'ASA', layerHeightMm: number) => {
    const choice = choosePresets(bundle, printer, { filamentType, layerHeightMm })
    if (choice.kind === 'none') throw new Error(choice.why)
    const { print, filament, substitute } = choice.presets
    return [print.name, filament.name, substitute]
  }

  test('are the nearest layer, the default among equally near ones, and a filament of any maker', () => {
    expect(chosen('Box', 'PLA', 0.2)).toEqual(['0.20mm NORMAL', 'Generic PLA', null])
    expect(chosen('Box', 'ABS', 0.12)).toEqual(['0.20mm NORMAL', 'Generic ABS', null])
    expect(chosen('Tall Box', 'PLA', 0.12)).toEqual(['0.10mm TALL', 'Generic PLA', null])
    expect(chosen('Tall Box', 'ASA', 0.3)).toEqual(['0.20mm SPEED', 'Generic ABS', 'ABS'])
  })

  test('of an unknown printer do not exist', () => {
    const choice = choosePresets(bundle, 'Round Box', { filamentType: 'PLA', layerHeightMm: 0.2 })
    expect(choice).toEqual({ kind: 'none', why: 'Example Works has no printer “Round Box”.' })
  })
})

describe('the configuration of a plate', () => {
  const configOf = (printer: string, material: 'pla' | 'asa') => {
    const printing = printings[material]
    const wanted = { filamentType: printing.filamentType as 'PLA' | 'ASA', layerHeightMm: 0.2 }
    const choice = choosePresets(bundle, printer, wanted)
    if (choice.kind === 'none') throw new Error(choice.why)
    const bed = bedOf(choice.presets.printer.settings)
    if (bed === null) throw new Error('no bed')
    return settingsOf(plateConfig(choice.presets, { bed, layerHeightMm: 0.2, printing }))
  }

  test('turns every heater off, lifts, parks, and stops fan and motors, whatever the vendor does', () => {
    const lines = configOf('Box', 'pla').get('end_gcode')?.split(String.raw`\n`)
    expect(lines).toEqual([
      'M104 S0',
      'M104 T1 S0',
      'M140 S0',
      'M107',
      'M83',
      'G1 E-2 F1800',
      'G90',
      'G1 Z{min(max_layer_z+10,max_print_height)} F600',
      'G1 X5 Y170 F6000',
      'M84',
    ])
  })

  test('runs the macro of the printer when the nozzle is parked, and turns the heaters off again', () => {
    const lines = configOf('Tall Box', 'pla').get('end_gcode')?.split(String.raw`\n`) ?? []
    expect(lines.slice(lines.indexOf('G1 X5 Y170 F6000') + 1)).toEqual([
      'END_PRINT',
      'M104 S0',
      'M140 S0',
      'M107',
      'M84',
    ])
  })

  test('runs no program, and has a first layer in millimeters', () => {
    const config = configOf('Box', 'pla')
    expect(config.has('post_process')).toBe(false)
    // 150 % of 0.2 mm, which is three quarters of the nozzle.
    expect(config.get('first_layer_height')).toBe('0.3')
    expect(config.get('temperature')).toBe('210')
    expect(config.get('fill_pattern')).toBe('gyroid')
  })

  test('has the farm’s temperatures when the filament is a substitute', () => {
    const config = configOf('Box', 'asa')
    expect(config.get('filament_type')).toBe('ASA')
    expect(config.get('temperature')).toBe('255')
    expect(config.get('bed_temperature')).toBe('100')
    expect(config.get('fan_always_on')).toBe('0')
  })
})
