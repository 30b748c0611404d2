// The size of a generated model (decisions.md 65): the option, otherwise the words, otherwise 80 mm. Expected lengths
// are converted manually: 1 inch = 25.4 mm, 1 foot = 304.8 mm.
import { describe, expect, test } from 'bun:test'
import { chooseSize } from '../../../server/domain/generation/request/size.ts'
import { readSizeInWords } from '../../../server/domain/generation/request/size-words.ts'

describe('sizes are read from words', () => {
  test.each([
    ['A fox sitting, 8 cm tall, with a flat base', 80],
    ['a phone stand, 80 mm wide', 80],
    ['a box 60 x 40 x 20 mm', 60],
    ['a 5cm by 7cm plate', 70],
    ['8-10 cm dragon', 100],
    ['a cat 100mm', 100],
    ['a 3 inch cube', 76.2],
    ['a 3" cube', 76.2],
    ['a 2.5in tall pawn', 63.5],
    ['3 1/2 inches tall owl', 88.9],
    ['½ inch bead', 12.7],
    ['six-inch robot', 152.4],
    ['twelve centimeters high tower', 120],
    ['ein Fuchs, acht Zentimeter hoch', 80],
    ['ein 10 cm hoher Fuchs', 100],
    ['un renard de 12 cm de haut', 120],
    ['un zorro de 9,5 cm de alto', 95],
    ['una volpe alta 7 centimetri', 70],
    ['een vos, vijf centimeter hoog', 50],
    ['a palm-sized turtle', 90],
    ['ein faustgroßer Drache', 100],
    ['a knight 2 m tall', 2000],
    ["6' table", 1828.8],
    ['a sign that says "2", 8 cm tall', 80],
    ['a sign "5" that is 3" wide', 76.2],
    ["a 4'' coin with the number 2", 101.6],
    ['a 5″ tall vase', 127],
    ['it\'s a 3" cube', 76.2],
    ['a 3" x 4" frame', 101.6],
    ['a cup with walls of 2 mm, 90 mm tall', 90],
    ['a box for cards, 9 cm long, 3 mm walls', 90],
    ['a gear with a 5 mm hole, 40mm across', 40],
  ])('%s: %d mm', (words, mm) => {
    expect(readSizeInWords(words)?.mm).toBeCloseTo(mm, 6)
  })
})

test.each([
  'a vase',
  'a dog in a house',
  'a dragon with 4 legs',
  'model of a 1 in 10 chance',
  'a cup with 2 mm thick walls',
  'a stand for a 15 cm figure',
  'a 1/2 inch bolt',
  'a robot with 3 in the front',
  'a sign that says "2"',
  "a sign that says '2'",
  'a sign that says “2”',
  'a badge with the number "42"',
  'a jersey, the number 2"',
  'a door plate "Room 7"',
  "a token that reads 'Level 3'",
  'a key tag «12»',
  'das Schild "Zimmer 12"',
])('%s: no size', (words) => {
  expect(readSizeInWords(words)).toBeNull()
})

describe('the choice', () => {
  const words = 'a fox, 8 cm tall'

  test('the option overrides the words', () => {
    expect(chooseSize({ sizeMm: 120, words })).toEqual({
      mm: 120,
      from: 'option',
      note: 'The longest side is 120 mm, as sizeMm says.',
    })
  })

  test('the words override the default size and the size that a language model read', () => {
    expect(chooseSize({ sizeMm: null, words, readMm: 200 })).toEqual({
      mm: 80,
      from: 'words',
      note: 'The longest side is 80 mm, as the words say ("8 cm").',
    })
    const read = chooseSize({ sizeMm: null, words: 'as tall as a pencil', readMm: 190 })
    expect(read).toMatchObject({ mm: 190, from: 'words' })
  })

  test('without a size it is 80 mm, and the note says how to change it', () => {
    expect(chooseSize({ sizeMm: null, words: 'a fox' })).toEqual({
      mm: 80,
      from: 'default',
      note: 'No size was given, so the longest side is 80 mm. Send sizeMm for another size.',
    })
  })

  test('the ends of the range are allowed, values beyond them are not', () => {
    expect(chooseSize({ sizeMm: 5, words: null }).mm).toBe(5)
    expect(chooseSize({ sizeMm: 340, words: null }).mm).toBe(340)
    expect(chooseSize({ sizeMm: 4.9, words: null }).mm).toBe(80)
    expect(chooseSize({ sizeMm: 340.1, words: null }).mm).toBe(80)
    expect(chooseSize({ sizeMm: null, words: null, readMm: 5000 }).mm).toBe(80)
  })

  test('an impossible size is taken to describe the object, and one that is slightly too large becomes the largest', () => {
    expect(chooseSize({ sizeMm: null, words: 'a knight 2 m tall' })).toMatchObject({
      mm: 80,
      from: 'default',
    })
    expect(chooseSize({ sizeMm: null, words: 'a vase, 40 cm tall' })).toMatchObject({
      mm: 340,
      from: 'words',
    })
  })

  test('a retexture keeps the size of the earlier model', () => {
    expect(chooseSize({ sizeMm: null, words: null, earlierMm: 63.5 })).toMatchObject({
      mm: 63.5,
      from: 'earlier',
    })
  })
})
