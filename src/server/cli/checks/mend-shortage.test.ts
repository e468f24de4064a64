import { expect, it } from 'vitest'
import { mendOfShortage } from './mend-shortage.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

it.each([
  ['ENOSPC', 'Make room on that disk'],
  ['EDQUOT', 'quota'],
  ['EFBIG', 'ulimit -f'],
  ['EROFS', 'Mount that disk'],
  ['EIO', 'dmesg'],
  ['EMFILE', 'ulimit -n'],
  ['ENFILE', 'whole machine'],
  ['53100', 'Make room on that disk'],
  ['53200', 'memory'],
  ['53300', 'max_connections'],
])('says how to mend %s', (code, mend) => {
  expect(mendOfShortage(withCode(code))).toContain(mend)
})

it('says nothing of what is no shortage', () => {
  expect(mendOfShortage(withCode('EACCES'))).toBeUndefined()
  expect(mendOfShortage('EACCES')).toBeUndefined()
})
