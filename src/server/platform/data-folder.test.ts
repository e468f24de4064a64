import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { assertWritable } from './data-folder.ts'

const NOBODY = 65_534

it('names a folder that exists and may not be written to, and leaves nothing in one that may', () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-data-folder-'))
  const isRoot = process.getuid?.() === 0
  try {
    assertWritable(folder)
    expect(readdirSync(folder)).toEqual([])
    chmodSync(folder, 0o555)
    if (isRoot) process.seteuid?.(NOBODY) // as nothing is forbidden to root
    expect(() => assertWritable(folder)).toThrow(`The data folder ${folder} can't be written to (EACCES`)
    expect(() => assertWritable(join(folder, 'none'))).toThrow(/none can't be written to .* DATA_DIR/)
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  }
})
