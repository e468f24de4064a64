import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl

describe('PUBLIC_URL', () => {
  it.each([
    ['https://help.example.com', 'https://help.example.com'],
    ['HTTPS://Help.Example.com:443/', 'https://help.example.com'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://hilfe.bücher.example', 'https://hilfe.xn--bcher-kva.example'],
  ])('%s is the origin %s', (value, origin) => {
    expect(read(value)).toBe(origin)
  })

  it.each([
    'http://localhost/help',
    'https://help.example.com/help/',
    'https://help.example.com//',
    'https://help.example.com/%2e%2e/help',
    'https://help.example.com\\help',
    'https://help.example.com/index.html',
  ])('%s is refused for its path, by name', (value) => {
    expect(() => read(value)).toThrow(/\nPUBLIC_URL: must be an address without a path, .*a host of its own$/)
  })

  it.each([
    'https://help.example.com/?a=b',
    'https://help.example.com?',
    'https://help.example.com/#top',
    'https://ana@help.example.com',
    'https://ana:secret@help.example.com/',
  ])('%s is refused for its user, query or fragment, without being repeated', (value) => {
    expect(() => read(value)).toThrow(/\nPUBLIC_URL: must be an address without user, query or fragment$/)
  })

  it.each(['help.example.com', 'ftp://help.example.com', '/help', 'https://', 'https:///'])(
    '%s is refused',
    (value) => {
      expect(() => read(value)).toThrow(/\nPUBLIC_URL: must be an http or https URL/)
    },
  )
})

it('reads keys of 32 bytes, and says what is wrong with others', () => {
  const key = Buffer.alloc(32, 7)
  const text = key.toString('base64')
  expect(readConfig({}).secrets).toEqual({ key: undefined, previous: undefined })
  expect(readConfig({ SECRET_KEY: text, SECRET_KEY_PREVIOUS: text }).secrets).toEqual({ key, previous: key })
  for (const wrong of ['secret', text.slice(4), `${text}AAAA`])
    expect(() => readConfig({ SECRET_KEY: wrong })).toThrow('SECRET_KEY: must be 32 bytes in base64')
  expect(() => readConfig({ SECRET_KEY_PREVIOUS: text })).toThrow('means nothing without SECRET_KEY')
})

it('reads the megabytes for what agents know, and refuses what bounds nothing', () => {
  expect(readConfig({}).knowledgeMemory).toBe(512)
  expect(readConfig({ KNOWLEDGE_MEMORY: '64' }).knowledgeMemory).toBe(64)
  for (const wrong of ['0', '-1', '1.5', '64MB', '1e3', '1000000'])
    expect(() => readConfig({ KNOWLEDGE_MEMORY: wrong })).toThrow(
      'KNOWLEDGE_MEMORY: must be a number of megabytes, 1 or more',
    )
})
