import { describe, expect, test } from 'vitest'
import { applyRules, createHost, type Host, noteAnswer, noteFailure, slowDown } from './hosts.ts'

function answered(times: number, tookMs: number, host: Host = createHost('https://shop.example')): Host {
  for (let count = 0; count < times; count++) noteAnswer(host, tookMs)
  return host
}

describe('the number of concurrent requests to a host', () => {
  test('grows while the host answers as quickly as at first, to a bound', () => {
    expect(createHost('https://shop.example').concurrency).toBe(4)
    expect(answered(5, 50).concurrency).toBe(9)
    expect(answered(100, 300).concurrency).toBe(24)
  })

  test('shrinks while its answers take longer', () => {
    const host = answered(100, 50)
    expect(answered(10, 151, host).concurrency).toBe(14)
    expect(answered(100, 400, host).concurrency).toBe(4)
    expect(answered(1, 60, host).concurrency).toBe(5)
  })

  test('falls back when the host is not reached, and stays at one after it has asked for a pause', () => {
    const host = answered(100, 50)
    noteFailure(host, 0)
    expect(host.concurrency).toBe(4)
    slowDown(host, 0, 0)
    expect(answered(100, 50, host).concurrency).toBe(1)
  })

  test('is one if robots.txt asks for a delay', () => {
    const host = createHost('https://shop.example')
    applyRules(host, { allows: () => true, delayMs: 500, sitemaps: [] })
    expect(answered(100, 50, host).concurrency).toBe(1)
  })
})
