import { describe, expect, it } from 'vitest'
import { changeOf, totalsOf } from './compare.ts'
import { saysFact } from './facts.ts'
import { MOST_CHECKS, readCsv } from './read-csv.ts'
import { judge } from './verdict.ts'

describe('a fact in a reply', () => {
  it.each([
    ['We open at 9:30.', '9:30'],
    ['We open at 9.', '9'],
    ['It costs 4.60 €', '4.60'],
    ['It costs 1,250 dollars', '1,250'],
    ['Ten days, or 10', '10'],
    ['Das **Café** ist zu', 'cafe ist'],
    ['Die Straße', 'STRASSE'],
    ['Ask for “Ana”', '"ana"'],
    ['From 9–17', '9-17'],
    ['Multiply 15*20*30', '15*20*30'],
    ['営業時間は10時です', '10'],
    ['営業時間は10時です', '営業時間'],
    ['ร้านเปิดทุกวัน', 'ทุกวัน'],
    ['يفتح المتحف', 'المتحف'],
    ['two\n words', 'two words'],
    ['Call $10 a day', '$10'],
    ['In 2010 it was 10', '10'],
    ['_Free_ entry', 'free'],
    ['In the _garden room_.', 'the garden room'],
    ['Open *daily* until 5', 'open daily until 5'],
    ['Set _max_size_ to 5', 'max_size'],
    ['Break\u00adfast at seven', 'breakfast'],
    ['At\u200b seven', 'at seven'],
  ])('%s says %s', (reply, fact) => expect(saysFact(reply, fact)).toBe(true))

  it.each([
    ['In 2010', '10'],
    ['It costs 4.60', '4'],
    ['It costs 4.60', '60'],
    ['It costs 4,60', '4'],
    ['At 7:30', '7'],
    ['At 7:30', '30'],
    ['At 17:30', '7:30'],
    ['10,000 visitors', '10'],
    ['A catalogue', 'cat'],
    ['A catalogue', 'logue'],
    ['営業は110時', '10'],
    ['We open', ''],
    ['Set max_size to 5', 'size'],
    ['15*20*30', '152030'],
    ['a_b_c', 'abc'],
    ['5 * 3 * 2', '5 3 2'],
    ['We open', '  '],
    ['กี', 'ก'],
  ])('%s does not say %s', (reply, fact) => expect(saysFact(reply, fact)).toBe(false))
})

describe('a verdict', () => {
  const reply = { decision: 'answered' as const, reply: 'From 9 to 17.', citations: [{ source_id: 'one' }] }
  const check = { expects: 'answers' as const, facts: '[["9", "nine"], ["17"]]', cites: 'one' }

  it('needs the decision, one of each facts, and the citation', () => {
    expect(judge(check, reply)).toMatchObject({ verdict: 'passed' })
    expect(judge({ ...check, facts: '[]', cites: null }, reply).verdict).toBe('passed')
    const wrong = judge({ expects: 'refuses', facts: '[["9"], ["ten", "10"]]', cites: 'other' }, reply)
    expect(wrong).toEqual({ verdict: 'failed', problems: { decision: true, facts: [['ten', '10']], cites: true } })
    expect(judge({ ...check, expects: 'hands_over' }, reply).verdict).toBe('failed')
    const refused = { decision: 'unknown' as const, reply: 'I do not know.', citations: [] }
    expect(judge({ expects: 'refuses', facts: '[]', cites: null }, refused).verdict).toBe('passed')
    const handed = { ...refused, decision: 'handed_over' as const }
    expect(judge({ expects: 'hands_over', facts: '[]', cites: null }, handed).verdict).toBe('passed')
    // Where nothing is known nothing is claimed, whether or not a person is fetched.
    expect(judge({ expects: 'refuses', facts: '[]', cites: null }, handed).verdict).toBe('passed')
    expect(judge({ expects: 'hands_over', facts: '[]', cites: null }, refused).verdict).toBe('failed')
    expect(judge({ expects: 'refuses', facts: '[["9"]]', cites: null }, handed).verdict).toBe('failed')
    expect(judge({ expects: 'answers', facts: '[]', cites: null }, handed).verdict).toBe('failed')
  })

  it('is compared with the one before', () => {
    expect(changeOf('passed', 'failed')).toBe('broke')
    expect(changeOf('failed', 'passed')).toBe('mended')
    expect(changeOf('failed', 'failed')).toBe(null)
    expect(changeOf(null, 'failed')).toBe(null)
    const results = [
      { verdict: 'failed', verdict_before: 'passed', is_muted: 0 },
      { verdict: 'passed', verdict_before: 'failed', is_muted: 0 },
      { verdict: 'failed', verdict_before: null, is_muted: 0 },
      { verdict: 'failed', verdict_before: 'passed', is_muted: 1 },
    ] as const
    expect(totalsOf(results)).toEqual({ passed: 1, failed: 2, broke: 1, mended: 1 })
  })
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
