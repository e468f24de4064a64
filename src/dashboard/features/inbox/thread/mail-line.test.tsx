import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MailLine } from './mail-line.tsx'

type Email = Parameters<typeof MailLine>[0]['email']

const came: Email = {
  from: { address: 'ann@a.example', name: 'Ann' },
  ...{ to: [], cc: [], bcc: [], subject: '', kind: 'person', not_answered: null, is_cut: false, has_html: false },
  authentication: { dmarc: 'unknown', spf: 'unknown', dkim: 'unknown' },
  ...{ delivery: null, attachments: [] },
}
const textOf = (changes: Partial<Email>) =>
  render(<MailLine email={{ ...came, ...changes }} subject="Opening hours" />).container.textContent

it('says the subject of a mail only where it is not that of its conversation', () => {
  expect(textOf({ subject: 'AW: Re: opening hours' })).toBe('')
  expect(textOf({ subject: 'Re: Sundays' })).toBe('Subject: Re: Sundays')
  expect(textOf({ subject: '', cc: [{ address: 'bo@b.example', name: '' }] })).toBe('Cc bo@b.example')
})
