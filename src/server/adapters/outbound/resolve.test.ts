import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResolve, type Resolve } from './resolve.ts'

const IPV4 = 1
const NAME_ERROR = 3

/**
 * A DNS server that knows an IPv4 address of `here.` and `half.`, never answers for an IPv6 address of `half.`, and
 * never answers for `silent.`
 */
function answerQuestion(socket: Socket, question: Buffer, peer: { port: number; address: string }): void {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const isIpv4 = question.readUInt16BE(at + 1) === IPV4
  const [first] = labels
  if (first === 'silent' || (first === 'half' && !isIpv4)) return
  const isKnown = first === 'here' || first === 'half'
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180 + (isKnown ? 0 : NAME_ERROR), 2)
  head.writeUInt16BE(isKnown && isIpv4 ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  const answer = [0xc0, 12, 0, IPV4, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]
  const parts = [head, question.subarray(12, at + 5), Buffer.from(isKnown && isIpv4 ? answer : [])]
  socket.send(Buffer.concat(parts), peer.port, peer.address)
}

describe('looking names up', () => {
  const socket = createSocket('udp4')
  let resolve: Resolve
  beforeAll(async () => {
    socket.on('message', (question, peer) => answerQuestion(socket, question, peer))
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
    resolve = createResolve([`127.0.0.1:${socket.address().port}`])
  })
  afterAll(() => socket.close())

  it('is not held up by names whose servers are silent, however many', async () => {
    const silent = Array.from({ length: 50 }, (_, index) => resolve(`silent.of-${index}.example`))
    let given = 0
    for (const one of silent) one.catch(() => (given += 1))
    const refused = Promise.allSettled(silent)
    expect(await resolve('here.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
    expect(given, 'silent names that were given up before').toBe(0)
    for (const one of await refused)
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'dns', message: /do not answer/ } })
  })

  it('takes one family when the other is never answered', async () => {
    expect(await resolve('half.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
  })

  it('asks the system for what is not in DNS', async () => {
    expect(await resolve('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 })
    await expect(resolve('nobody.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' })
  })

  it('asks the system for one name at a time that its name servers do not know, and lets others wait shortly', async () => {
    const asked = new Map<string, () => void>()
    const ask: Resolve = (name) =>
      new Promise((done) => asked.set(name, () => done([{ address: '192.0.2.8', family: 4 }])))
    const slow = createResolve([`127.0.0.1:${socket.address().port}`], ask)
    const first = slow('unknown.example')
    await expect.poll(() => asked.size).toBe(1)
    const others = Array.from({ length: 50 }, (_, index) => slow(`unknown.of-${index}.example`))
    for (const one of await Promise.allSettled(others))
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'dns' } })
    const short = slow('db') // which no name server is asked for
    expect([...asked.keys()]).toEqual(['unknown.example', 'db'])
    const next = slow('unknown.of-50.example')
    for (const answer of asked.values()) answer()
    expect(await Promise.all([first, short])).toHaveLength(2)
    await expect.poll(() => asked.has('unknown.of-50.example')).toBe(true)
    asked.get('unknown.of-50.example')?.()
    expect(await next).toEqual([{ address: '192.0.2.8', family: 4 }])
  })
})
