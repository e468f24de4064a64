import { expect, it } from 'vitest'
import { questionsOn } from './example-questions.ts'

it('asks for what the headings of a text name, but not for the name of the whole', () => {
  const content =
    '# House guide\n\n## Opening hours\nFrom 8:00.\n\n### **Pets** ##\nNo.\n\n## Do you have [parking](/p)?\n'
  expect(questionsOn({ content })).toEqual(['Opening hours?', 'Pets?', 'Do you have parking?'])
})

it('asks for the only heading, and for nothing where there is none', () => {
  expect(questionsOn({ content: '# Opening hours\n\nFrom 8:00.' })).toEqual(['Opening hours?'])
  expect(questionsOn({ content: 'We open at 8:00. #hashtag' })).toEqual([])
  expect(questionsOn({ content: `# ${'long '.repeat(30)}` })).toEqual([])
})

it('asks the questions of a source that has some', () => {
  expect(questionsOn({ questions: [{ question: 'Can I bring my dog?', answer: 'Yes.' }] })).toEqual([
    'Can I bring my dog?',
  ])
})
