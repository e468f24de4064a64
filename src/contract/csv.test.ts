import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('quotes cells as RFC 4180 says, and lets no spreadsheet run one', () => {
  expect(csvLine(['plain', null, -5, 'a,b', 'say "hi"', 'two\nlines', 'Ünï'])).toBe(
    'plain,,-5,"a,b","say ""hi""","two\nlines",Ünï\r\n',
  )
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a=1', '']
  expect(csvLine(formulas)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1",a=1,\r\n`)
})
