// Fails when modules of the geometry core with the same parent import each other in a cycle.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { SourceFile } from './imports.ts'
import { moduleCircles } from './rust-modules.ts'

const SOURCES = join(import.meta.dir, '../../geometry/src')
const TESTS = /(?:^|\/)(?:tests\/|tests\.rs$|testing\.rs$)/

test('no modules of the geometry core import each other in a cycle', async () => {
  const paths = [...new Bun.Glob('**/*.rs').scanSync(SOURCES)].filter((path) => !TESTS.test(path))
  expect(paths.length).toBeGreaterThan(100)
  const files = await Promise.all(
    paths.map(async (path) => ({ path, source: await Bun.file(join(SOURCES, path)).text() })),
  )
  expect(moduleCircles(files)).toEqual([])
})

describe('the check', () => {
  const circles = (files: Readonly<Record<string, string>>): string[] =>
    moduleCircles(
      Object.entries(files).map(([path, source]): SourceFile => ({ path, source })),
    ).toSorted()

  test.each<[string, Record<string, string>]>([
    ['imports', { 'a.rs': 'use crate::b::B;', 'b.rs': 'use crate::a::{self, A};' }],
    ['paths in code', { 'a.rs': 'fn f() { crate::b::g(); }', 'b.rs': 'use super::a::f;' }],
    [
      'lists in lists',
      {
        'a.rs': 'pub use crate::{\n    c::C, b::{d::{D, E}, B},\n};',
        'b.rs': 'use super::a as one;',
      },
    ],
    [
      'files inside of them',
      {
        'a/mod.rs': 'mod x;',
        'a/x.rs': 'use super::super::b::y::Y;',
        'b/mod.rs': 'pub mod y;',
        'b/y.rs': 'use crate::a;',
      },
    ],
    [
      'names that their parent imports',
      {
        'lib.rs': 'pub use a::A;\npub use b::B as Other;',
        'a.rs': 'use crate::Other;',
        'b.rs': 'use crate::A;',
      },
    ],
  ])('finds a cycle of %s', (_, files) => {
    expect(circles(files).map((line) => line.split(':')[0])).toEqual(['a -> b', 'b -> a'])
  })

  test('finds cycles inside a module and of three modules, and names the files', () => {
    expect(
      circles({
        'top/mod.rs': 'mod a;\nmod b;\nmod c;\nmod d;',
        'top/a.rs': 'use super::b::B;',
        'top/b/mod.rs': 'mod inner;',
        'top/b/inner.rs': 'use crate::top::c::C;',
        'top/c.rs': 'use super::{a::A, d::D};',
        'top/d.rs': 'use crate::mesh::Mesh;',
        'mesh.rs': '',
      }),
    ).toEqual([
      'top::a -> top::b: top/a.rs',
      'top::b -> top::c: top/b/inner.rs',
      'top::c -> top::a: top/c.rs',
    ])
  })

  test.each<[string, Record<string, string>]>([
    ['a parent and its child', { 'a/mod.rs': 'mod b;\nuse b::B;', 'a/b.rs': 'use super::A;' }],
    [
      'comments and strings',
      { 'a.rs': 'use crate::b::B;', 'b.rs': '//! See crate::a::A.\nconst S: &str = "crate::a";' },
    ],
    [
      'test modules',
      {
        'a.rs': 'use crate::b::B;',
        'b.rs': '#[cfg(test)]\nmod tests {\n    use crate::a::A;\n    fn t() { if true {} }\n}',
      },
    ],
    [
      'other crates',
      { 'a.rs': 'use crate::b::B;', 'b.rs': 'use serde::a::A;\npub(super) struct B;' },
    ],
    [
      'imports that lead one way',
      { 'a.rs': 'use crate::b::B;', 'b.rs': 'use crate::c::C;', 'c.rs': '' },
    ],
  ])('accepts %s', (_, files) => {
    expect(circles(files)).toEqual([])
  })
})
