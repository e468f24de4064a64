import { lineOf } from './addresses.ts'
import type { MailFacts } from './mail-facts.ts'

const MOST_EVENTS = 20

/** The appointments of a calendar's text (RFC 5545): what each is called and when it begins. */
export function appointmentsOf(calendar: string): MailFacts['appointments'] {
  const text = calendar.replace(/\r?\n[ \t]/g, '') // Long lines are folded.
  const events = text.split(/^BEGIN:VEVENT\r?$/m).slice(1, 1 + MOST_EVENTS)
  return events.map((event) => ({
    title: lineOf(unescaped(/^SUMMARY(?:;[^:\r\n]*)?:(.*)$/im.exec(event)?.[1] ?? '')),
    start: /^DTSTART(?:;[^:\r\n]*)?:([\w+:-]{0,40})/im.exec(event)?.[1] ?? '',
  }))
}

const unescaped = (value: string) => value.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').trim()

/** An appointment as a line to show: `Charter trip, 2026-12-05 12:00 UTC`. */
export function appointmentLine({ title, start }: MailFacts['appointments'][number]): string {
  const [, year, month, day, hour, minute, zone] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d*(Z?))?/.exec(start) ?? []
  const time = hour ? ` ${hour}:${minute}${zone ? ' UTC' : ''}` : ''
  return [title, year && `${year}-${month}-${day}${time}`].filter(Boolean).join(', ')
}
