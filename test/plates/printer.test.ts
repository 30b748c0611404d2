// The simulated printer that judges plates, and its verdict. The files are written manually.
import { describe, expect, test } from 'bun:test'
import { faultsOf } from '../../lab/plates/faults.ts'
import { print } from '../../lab/plates/printer.ts'

const square = [
  [0, 0],
  [180, 0],
  [180, 180],
  [0, 180],
] as const
const bed = { outline: square, center: [90, 90], heightMm: 170 } as const

const start = 'M140 S60\nM104 S215\nG28\nM190 S60\nM109 S215\nG90\nM83\nG1 X10 Y5 Z0.3\nG1 X70 E8'
const layer = ';LAYER_CHANGE\nG1 X80 Y80 Z0.2 F9000\nM106 S128\nG1 X100 E1\nG1 Y100 E1'
const end = 'M104 S0\nM140 S0\nM107\nG1 E-2\nG1 Z10.2\nG1 X5 Y170\nM84'

const faults = (gcode: string) => faultsOf(print(gcode), { bed, material: 'PLA' })

describe('a printer', () => {
  test('records the printed amount, the temperatures and the final state', () => {
    expect(print([start, layer, end].join('\n'))).toEqual({
      layers: { min: [80, 80, 0.2], max: [100, 100, 0.2] },
      firstLayerMm: 0.2,
      nozzleC: 215,
      bedC: 60,
      cold: 0,
      leftOn: [],
      end: { at: [5, 170, 10.2], fan: 0, areMotorsOn: false },
      macros: [],
    })
  })

  test('recognizes the temperature of a macro, in any letter case and with comments', () => {
    const printed = print('START_PRINT EXTRUDER_TEMP=245 BED_TEMP=80 ; now\nm104 s0\nEND_PRINT')
    expect(printed.nozzleC).toBe(245)
    expect(printed.leftOn).toEqual(['M140 S80'])
    expect(printed.macros).toEqual(['START_PRINT', 'END_PRINT'])
  })

  test('moves relatively after G91, and redefines its position after G92', () => {
    const { end: ended } = print('G28\nG1 X10 Y10 Z5\nG91\nG1 X-3 Z2\nG90\nG92 Y0\nG1 Y4')
    expect(ended).toEqual({ at: [7, 4, 7], fan: 0, areMotorsOn: true })
  })

  test('keeps the targets of other tools', () => {
    expect(print('M104 T1 S200\nM104 S210\nM104 S0').leftOn).toEqual(['M104 T1 S200'])
  })

  test('refuses inches', () => {
    expect(() => print('G20')).toThrow('inches')
  })
})

describe('the verdict', () => {
  test('finds no fault in a plate that ends correctly', () => {
    expect(faults([start, layer, end].join('\n'))).toEqual([])
  })

  test.each([
    ['heaters stay on: M104 T0 S215', end.replace('M104 S0\n', '')],
    ['heaters stay on: M140 S60', end.replace('M140 S0\n', '')],
    ['the fan stays on', end.replace('M107\n', '')],
    ['the motors stay on', end.replace('\nM84', '')],
    ['the nozzle is lifted by 0 mm', end.replace('G1 Z10.2\n', '')],
    ['it ends at 5,190,10.2, off the bed', end.replace('Y170', 'Y190')],
  ])('%s', (fault, other) => {
    expect(faults([start, layer, other].join('\n'))).toEqual([fault])
  })

  test.each([
    ['it prints 80,80,0.2 to 200,100,0.2', 'X100', 'X200'],
    ['it prints -1,80,0.2 to 100,100,0.2', 'X80', 'X-1'],
    ['its first layer is at 0.02 mm', 'Z0.2', 'Z0.02'],
  ])('%s', (fault, from, to) => {
    const found = faults([start, layer.replace(from, to), end].join('\n'))
    expect(found).toContain(fault)
  })

  test('a nozzle that is too hot or too cold is a fault', () => {
    const all = [start, layer, end].join('\n')
    expect(faults(all.replaceAll('S215', 'S290'))).toEqual(['the nozzle is at 290 C'])
    expect(faults(all.replaceAll('S60', 'S90'))).toEqual(['the bed is at 90 C'])
    expect(faults(all.replaceAll('S215', 'S0'))).toEqual([
      '3 extrusions with a cold nozzle',
      'the nozzle is at 0 C',
    ])
  })

  test('a file that prints nothing is a fault', () => {
    expect(faults(end)).toEqual(['nothing is printed'])
  })
})
