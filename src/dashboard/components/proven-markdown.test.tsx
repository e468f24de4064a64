import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Proof } from '#contract/proofs.ts'
import { markSentences } from './mark-sentences.ts'
import { ProvenMarkdown } from './proven-markdown.tsx'

afterEach(cleanup)

const hours = { number: 1, title: 'Opening hours', quote: 'The pool opens at 8:00 and closes at 20:00.' }
const dogs = { number: 2, title: 'Rules', quote: 'Dogs are not allowed in the pool area.' }
const proof = (text: string, sources: Proof['sources'], verdict: Proof['verdict'] = 'supported'): Proof => ({
  text,
  verdict,
  sources,
})

const proofs = [
  proof('The **pool** opens at 8:00.', [hours]),
  proof('Dogs are not allowed.', [hours, dogs]),
  proof('Our gym offers massages.', [], 'unsupported'),
  proof('The sauna is closed.', []),
]
const text = `Hello! ${proofs.map((one) => one.text).join(' ')}`
const shown = () => document.querySelector('[data-proof-shown]')?.textContent ?? null
const show = () => render(<ProvenMarkdown text={text} proofs={proofs} />)

describe('a reply whose sentences were held to its sources', () => {
  it('has a button behind each that states something, which is named and described for who can’t see it', () => {
    show()
    const buttons = screen.getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['1', '1, 2', '?', '✓'])
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Source 1',
      'Sources 1, 2',
      'Not supported?',
      'Supported ✓',
    ])
    const described = buttons.map(
      (button) => document.getElementById(button.getAttribute('aria-describedby')!)!.textContent,
    )
    expect(described[0]).toBe(`1. ${hours.title}${hours.quote}`)
    expect(described[1]).toContain(dogs.quote)
    expect(described[2]).toBe('The sources do not support this sentence.')
    expect(described[3]).toBe('This sentence rests on the agent’s instructions.')
  })

  it('shows the passage of the sentence that has the focus, is pointed at or tapped, until Escape or another tap', () => {
    const { container } = show()
    expect(shown()).toBeNull()
    fireEvent.focus(screen.getByRole('button', { name: 'Source 1' }))
    expect(shown()).toContain(hours.quote)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(shown()).toBeNull()
    fireEvent.pointerOver(screen.getByText('Dogs are not allowed.'), { pointerType: 'mouse' })
    expect(shown()).toContain(dogs.quote)
    fireEvent.pointerDown(document.body)
    expect(shown()).toBeNull()
    fireEvent.click(container.querySelector('strong span')!)
    expect(shown()).toContain(hours.quote)
  })
})

describe('markSentences', () => {
  const marked = (html: string, sentences: Proof[]) => {
    const page = document.createElement('div')
    page.innerHTML = markSentences(html, sentences, (at) => `id-${at}`)
    const buttons = page.querySelectorAll('button')
    const said = (at: number) =>
      [...page.querySelectorAll(`span[data-proof="${at}"]`)].map(({ textContent }) => textContent)
    return { page, buttons, said: sentences.map((_, at) => said(at).join('|')) }
  }

  it('finds sentences in lists, emphasis and links, and puts no button into a link', () => {
    const sentences = [
      proof('At the pool:\n1. opens at 8:00', [hours]),
      proof('2. see [the rules. All](https://pool.example/rules1)', [dogs]),
    ]
    const html = '<p>At the pool:</p><ol><li>opens at 8:00</li><li>see <a href="#">the rules. All</a></li></ol>'
    const { said, page, buttons } = marked(html, sentences)
    expect(said).toEqual(['At the pool:|opens at 8:00', 'see |the rules. All'])
    expect(buttons).toHaveLength(2)
    expect(page.querySelector('a button')).toBeNull()
  })

  it('tells equal sentences apart by their order, and leaves out one that is not there', () => {
    const twice = [proof('Yes, it is.', [hours]), proof('Never said.', [hours]), proof('Yes, it is.', [dogs])]
    const { said, buttons, page } = marked('<p>Yes, it is. Yes, it is. 𝐃one.</p>', twice)
    expect(said).toEqual(['Yes, it is.', '', 'Yes, it is.'])
    expect([...buttons].map(({ textContent }) => textContent)).toEqual(['1', '2'])
    expect(page.textContent).toBe('Yes, it is.1 Yes, it is.2 𝐃one.')
  })

  it('shows what a sentence says as text, whatever it looks like', () => {
    const { page } = marked('<p>&lt;img src=x onerror=alert(1)&gt; is a tag.</p>', [
      proof('<img src=x onerror=alert(1)> is a tag.', [{ ...hours, title: '<b>x</b>' }]),
    ])
    expect(page.querySelector('img')).toBeNull()
    expect(page.textContent).toContain('<img src=x onerror=alert(1)> is a tag.')
  })
})
