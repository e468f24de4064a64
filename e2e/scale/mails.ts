import type { World } from '../bench/tools/world.ts'
import { must } from '../tools/client.ts'

const ADDRESS = 'desk@boats.example'

/** Makes a mailbox whose mail is posted. @returns the path that takes it */
export async function newMailbox({ product, owner }: World, agent: string): Promise<string> {
  const body = {
    agent_id: agent,
    name: 'Desk',
    address: ADDRESS,
    incoming: { type: 'http' as const },
    ai: 'silent' as const,
  }
  const params = { organization: owner.organizationId }
  const { inbound_url } = (await must(product.url, 'createMailbox', { params, body }, owner)).data
  return new URL(inbound_url!).pathname
}

/** Posts a mail of a new visitor. */
export async function postMail(path: string, url: string, number: number): Promise<void> {
  const headers = [
    ...[`From: visitor-${number}@a.example`, `To: ${ADDRESS}`, 'Subject: Hours'],
    `Message-ID: <${crypto.randomUUID()}@a.example>`,
  ]
  const body = [...headers, '', 'When do you open?', ''].join('\r\n')
  const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
}
