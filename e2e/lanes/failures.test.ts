import { expect, it } from 'vitest'
import { filesToRepeat } from './failures.ts'

const failed = (...files: (string | undefined)[]) =>
  files.map((file, index) => ({ name: `test ${index}`, error: 'expected 1 to be 2', ...(file && { file }) }))

it('repeats each file once', () => {
  expect(filesToRepeat(failed('a.test.ts', 'b.test.ts', 'a.test.ts'), 2)).toEqual(['a.test.ts', 'b.test.ts'])
})

it('repeats none where many failed, or something outside of the files', () => {
  expect(filesToRepeat(failed('a.test.ts', 'b.test.ts', 'c.test.ts'), 2)).toEqual([])
  expect(filesToRepeat(failed('a.test.ts', undefined), 2)).toEqual([])
  expect(filesToRepeat([], 2)).toEqual([])
})
