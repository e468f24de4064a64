// @vitest-environment happy-dom
import { h, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from './api.ts'
import type { Chat } from './chat.ts'
import { Composer } from './composer.tsx'
import { PanelContext } from './context.ts'
import { Files } from './files.tsx'
import words from './locales/en.ts'
import { sizeOf } from './size.ts'
import type { AttachedFile } from './types.ts'

const stored = (name: string): AttachedFile => ({ id: name, name, type: 'text/plain', size: 2_048 })
const fileOf = (name: string, size = 3) => new File(['x'.repeat(size)], name)

describe('files in the panel', () => {
  const chat = {
    send: vi.fn(),
    writes: vi.fn(),
    upload: vi.fn<Chat['upload']>(async (file) => stored(file.name)),
    download: vi.fn(async (_: string) => new Blob(['x'])),
    thumbnail: vi.fn(async (_: string) => 'data:image/webp;base64,AAAA'),
  }
  const show = (part: Parameters<typeof render>[0]) => {
    const panel = { chat: chat as unknown as Chat, words, language: 'en' } as const
    act(() => render(h(PanelContext.Provider, { value: panel }, part), document.body))
  }
  beforeEach(() => {
    vi.clearAllMocks()
    show(h(Composer, {}))
  })
  afterEach(() => render(null, document.body))

  const settled = (work: () => unknown) =>
    act(async () => {
      work()
      await new Promise((done) => setTimeout(done))
    })
  const given = (files: File[], types = ['Files']) => ({ files, types })
  const event = (name: string, property: string, value: object) =>
    Object.assign(new Event(name, { bubbles: true, cancelable: true }), { [property]: value })
  const drop = (...files: File[]) => settled(() => window.dispatchEvent(event('drop', 'dataTransfer', given(files))))
  const field = () => document.querySelector('textarea')!
  const text = () => document.querySelector('.uploads')?.textContent
  const sendButton = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')!
  const press = (label: string) =>
    settled(() => document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)!.click())

  it('are sent with the next message, in their order, once all are uploaded', async () => {
    let arrive = (_: AttachedFile) => {}
    chat.upload.mockImplementationOnce((_, told) => {
      told(0.5)
      return new Promise((resolve) => {
        arrive = resolve
      })
    })
    await drop(fileOf('a.txt'), fileOf('b.txt'))
    expect(document.querySelector('progress')).toMatchObject({ value: 0.5 })
    expect(sendButton().disabled).toBe(true)
    await settled(() => arrive(stored('a.txt')))
    expect([sendButton().disabled, text()]).toEqual([false, 'a.txt2 kBb.txt2 kB'])
    await settled(() => sendButton().form!.dispatchEvent(new Event('submit', { cancelable: true })))
    expect(chat.send.mock.calls).toEqual([['', [stored('a.txt'), stored('b.txt')]]])
    expect(text()).toBeUndefined()
    expect(document.activeElement).toBe(field())
  })

  it('are pasted, unless there is text beside them', async () => {
    const paste = (types: string[]) =>
      settled(() => field().dispatchEvent(event('paste', 'clipboardData', given([fileOf('shot.png')], types))))
    await paste(['text/plain', 'Files'])
    expect(chat.upload).not.toHaveBeenCalled()
    await paste(['Files'])
    expect(text()).toContain('shot.png')
  })

  it('say why they can’t be sent, and can be tried again or taken away, which ends their upload', async () => {
    for (const status of [422, 429, 0]) chat.upload.mockRejectedValueOnce(new Refusal(status))
    await drop(fileOf('a'), fileOf('b'), fileOf('c'), fileOf('d', 10 * 1_048_576 + 1))
    const said = [...document.querySelectorAll('.upload [role="alert"]')].map((alert) => alert.textContent?.trim())
    expect(said).toEqual([words.wrongKind, words.filesLater, `${words.notUploaded} ${words.retry}`, words.tooLarge])
    expect([chat.upload.mock.calls.length, sendButton().disabled]).toEqual([3, true])
    await settled(() => document.querySelector<HTMLButtonElement>('.upload .link')!.click())
    expect(chat.upload.mock.calls.length).toBe(4)
    for (const name of ['a', 'b', 'd']) await press(`Remove ${name}`)
    expect([text(), sendButton().disabled]).toEqual(['c2 kB', false])
    await drop(...['1', '2', '3', '4', '5'].map((name) => fileOf(name)))
    expect(text()).toBe('At most 5 files in one message.c2 kB12 kB22 kB32 kB42 kB')
    let end: AbortSignal | undefined
    await press('Remove 1')
    chat.upload.mockImplementationOnce((_, __, signal) => {
      end = signal
      return new Promise(() => {})
    })
    await drop(fileOf('slow'))
    await press('Remove slow')
    expect(end?.aborted).toBe(true)
  })

  it('are pictures to be enlarged, or saved', async () => {
    const picture = { ...stored('photo.jpg'), type: 'image/jpeg', width: 4_000, height: 2_000 }
    show(h(Files, { files: [picture, stored('plan.pdf')] }))
    await settled(() => {}) // until the small picture is there
    const shown = document.querySelector<HTMLElement>('button.picture')!
    expect([shown.ariaLabel ?? shown.getAttribute('aria-label'), shown.style.width]).toEqual([
      'Enlarge photo.jpg',
      '240px',
    ])
    expect(shown.querySelector('img')?.src).toBe('data:image/webp;base64,AAAA')
    await press('Enlarge photo.jpg')
    expect(document.querySelector('dialog')?.open).toBe(true)
    expect(chat.download.mock.calls).toEqual([['photo.jpg']])
    await press('Close picture')
    expect(document.querySelector('dialog')).toBeNull()
    chat.download.mockRejectedValueOnce(new Refusal(404))
    await settled(() => document.querySelector<HTMLButtonElement>('button.file')!.click())
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(words.didNotWork)
  })

  it('are as large as people say', () => {
    expect([900, 2_048, 1_048_575, 1_048_576, 2_500_000].map(sizeOf)).toEqual([
      '900 B',
      '2 kB',
      '1.0 MB',
      '1.0 MB',
      '2.4 MB',
    ])
  })
})
