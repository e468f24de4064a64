import type { CheckExpectation } from '#contract/enums.ts'
import type { CheckResult } from './check-search.ts'

export const expectations: Record<CheckExpectation, { title: string; text: string }> = {
  answers: { title: 'It answers', text: 'And says what stands below.' },
  refuses: { title: 'It does not know', text: 'And claims nothing: it says so, or hands over.' },
  hands_over: { title: 'It hands over', text: 'To a person.' },
}

const did: Record<CheckResult['decision'], string> = {
  answered: 'It answered.',
  unknown: 'It said that it does not know.',
  handed_over: 'It handed over to a person.',
}

export function whyFailed({ problems, decision }: CheckResult): string[] {
  return [
    ...(problems.decision ? [did[decision]] : []),
    ...problems.facts.map((alternatives) => `It does not say “${alternatives.join('” or “')}”.`),
    ...(problems.cites ? ['It does not cite the source that it should.'] : []),
  ]
}
