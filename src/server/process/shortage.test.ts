import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { isMachineFailure } from '../db/outage.ts'
import { shortageOf } from './shortage.ts'

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code })
const ofSqlite = (errcode: number) => Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })

describe('what a machine is short of', () => {
  it.each([
    ['disk', 'ENOSPC'],
    ['disk', 'EDQUOT'],
    ['disk', 'EFBIG'],
    ['disk', 'EROFS'],
    ['files', 'EMFILE'],
    ['files', 'ENFILE'],
    ['memory', 'ENOMEM'],
    ['program', 'ERR_MODULE_NOT_FOUND'],
    ['program', 'MODULE_NOT_FOUND'],
    ['program', 'ERR_DLOPEN_FAILED'],
    ['files', '53000'],
    ['disk', '53100'],
    ['memory', '53200'],
    ['connections', '53300'],
  ])('is %s by the code %s, also of a cause', (kind, code) => {
    expect(shortageOf(withCode(code))).toBe(kind)
    expect(shortageOf(new Error('wrapped', { cause: new Error('again', { cause: withCode(code) }) }))).toBe(kind)
    expect(shortageOf(new AggregateError([new Error('another'), withCode(code)]))).toBe(kind)
    expect(isMachineFailure(new Error('wrapped', { cause: withCode(code) }))).toBe(true)
  })

  it.each([
    ['disk', 13, 'full'],
    ['disk', 778, 'a write over the quota, an input/output error'],
    ['disk', 4874, 'an index of the log that can not grow'],
    ['files', 14, 'a file that can not be opened'],
    ['files', 1294, 'a folder that can not be opened'],
    ['memory', 7, 'no memory'],
  ])('is %s by the code %i of SQLite, %s', (kind, errcode) => {
    expect(shortageOf(ofSqlite(errcode))).toBe(kind)
    expect(isMachineFailure(ofSqlite(errcode))).toBe(true)
  })

  it('is the disk by the words of PostgreSQL where it has no code', () => {
    const message = 'could not extend file "base/16384/16385": Disk quota exceeded'
    expect(shortageOf(withCode('XX000', message))).toBe('disk')
    expect(shortageOf(withCode('XX000', 'cache lookup failed for relation 1'))).toBeUndefined()
  })

  it('is nothing by the errors of requests, rows and others', () => {
    for (const error of [
      withCode('ENOENT'),
      withCode('ENOENT', "ENOENT: no such file or directory, open '/srv/data/files/1'"),
      withCode('EACCES'),
      withCode('23505'),
      withCode('40001'),
      withCode('ERR_WORKER_OUT_OF_MEMORY'),
      ofSqlite(19),
      ofSqlite(5),
      new Error('database or disk is full'),
      'ENOSPC',
      null,
      undefined,
    ])
      expect(shortageOf(error)).toBeUndefined()
  })

  it('is the program where a package lacks a file of its own', () => {
    const message = "ENOENT: no such file or directory, open '/srv/baton/node_modules/model/weights.bin'"
    expect(shortageOf(withCode('ENOENT', message))).toBe('program')
  })

  it('ends at causes that go round', () => {
    const error = new Error('round')
    error.cause = error
    expect(shortageOf(error)).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('is told by the errors as they really come', () => {
    const full = openSync('/dev/full', 'w')
    const caught = (work: () => unknown): unknown => {
      try {
        return work()
      } catch (error) {
        return error
      }
    }
    expect(shortageOf(caught(() => writeSync(full, 'x')))).toBe('disk')
    closeSync(full)
    const database = new DatabaseSync(':memory:')
    database.exec('pragma max_page_count = 2; create table full (value)')
    const refused = caught(() => database.exec('insert into full values (hex(zeroblob(100000)))'))
    database.close()
    expect(refused).toBeInstanceOf(Error)
    expect(shortageOf(refused)).toBe('disk')
  })
})
