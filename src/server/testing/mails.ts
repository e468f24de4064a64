import { expect } from 'vitest'
import type { Owner, TestApp } from './test-app.ts'

export const MAILBOX = 'crew@boats.example'

/** A raw mail of a person; `headers` replace or add some. */
export function mailOf(text: string, headers: Record<string, string> = {}): string {
  const all = {
    From: 'Ann Bell <ann@a.example>',
    To: MAILBOX,
    Subject: 'Opening hours',
    'Message-ID': `<${crypto.randomUUID()}@a.example>`,
    Date: 'Sun, 29 Nov 2026 08:00:00 +0000',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}\r\n`
}

/** Makes a mailbox. @returns its id, and a function that posts a mail to it and waits until that is read and answered */
export async function buildMailbox(test: TestApp, owner: Owner, agent: string, more: object = {}) {
  const body = { agent_id: agent, name: 'Crew', address: MAILBOX, incoming: { type: 'http' as const }, ...more }
  const params = { organization: owner.organizationId }
  const { data } = await test.request('createMailbox', { params, body }, owner)
  const url = new URL(data.inbound_url!).pathname
  const arrive = async (mail: string) => {
    const headers = { 'content-type': 'message/rfc822' }
    const answer = await test.app.inject({ method: 'POST', url, headers, payload: mail })
    expect(answer.statusCode, answer.body).toBe(202)
    await test.settled()
  }
  return { id: data.id, arrive }
}
