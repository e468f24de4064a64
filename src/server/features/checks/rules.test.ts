import { describe, expect, it } from 'vitest'
import { MOST_CHECKS, readCsv } from './read-csv.ts'
import { totalsOf } from './totals.ts'

it('counts a run without its muted checks', () => {
  const results = [
    { verdict: 'failed', verdict_before: 'passed', is_muted: 0 },
    { verdict: 'passed', verdict_before: 'failed', is_muted: 0 },
    { verdict: 'failed', verdict_before: null, is_muted: 0 },
    { verdict: 'failed', verdict_before: 'passed', is_muted: 1 },
  ] as const
  expect(totalsOf(results)).toEqual({ passed: 1, failed: 2, broke: 1, mended: 1 })
})

describe('checks from a CSV file', () => {
  const cites = '01890a5d-ac96-774b-bcce-b302099a8057'

  it('are read in any order of columns', () => {
    const text = `\ufeffquestion,expects,facts,cites,muted\r\n"When, then?",answers,9|nine; 17 ,${cites},yes\r\n\r\nWho?,Refuses,,,\n`
    expect(readCsv(text)).toEqual({
      problems: [],
      checks: [
        { question: 'When, then?', expects: 'answers', facts: [['9', 'nine'], ['17']], cites, muted: true, row: 2 },
        { question: 'Who?', expects: 'refuses', facts: [], cites: null, muted: false, row: 4 },
      ],
    })
    expect(readCsv('muted,question\nfalse,Where?').checks).toMatchObject([{ question: 'Where?', expects: 'answers' }])
  })

  it('are read as they were before a spreadsheet was kept from running them', () => {
    const text = `question,facts\n'=1+1?,'-5;'+49 30\n"'@home?",'s\n'tis?,\n`
    expect(readCsv(text).checks.map(({ question, facts }) => [question, facts])).toEqual([
      ['=1+1?', [['-5'], ["'+49 30"]]],
      ['@home?', [["'s"]]],
      ["'tis?", []],
    ])
  })

  it('are refused where a row is cut apart in its cells, instead of losing some', () => {
    for (const text of ['question,expects\nHi, you?,answers\n', 'question;facts\nWhen?;7:00|seven;10:30\n'])
      expect(readCsv(text)).toMatchObject({ checks: [], problems: [{ field: 'rows.2' }] })
    expect(readCsv('question,expects\nWhen?,answers,,\n').checks).toHaveLength(1)
  })

  it('are read as far as there may be so many', () => {
    expect(readCsv(`question\n${'Who?\n'.repeat(5_000)}`).checks).toHaveLength(MOST_CHECKS + 1)
    expect(readCsv(`question,expects\n${'Who?,never\n'.repeat(5_000)}`).problems).toHaveLength(100)
  })

  it('name the row of each problem', () => {
    const { problems } = readCsv('question,expects,cites,muted\nWho?,perhaps,,\n\n,answers,here,maybe')
    expect(problems.map(({ field }) => field)).toEqual([
      ...['rows.2.expects', 'rows.4.question', 'rows.4.cites', 'rows.4.muted'],
    ])
    expect(problems[0]).toMatchObject({ message: expect.stringContaining('Row 2: The expects field must be one of') })
    expect(readCsv('').problems).toMatchObject([{ field: 'rows.1' }])
    expect(readCsv('question,answer\nWho?,Ana').problems).toMatchObject([
      { message: expect.stringContaining('answer') },
    ])
    expect(readCsv('question,question\nWho?,Ana').problems).toMatchObject([{ field: 'rows.1' }])
  })
})
