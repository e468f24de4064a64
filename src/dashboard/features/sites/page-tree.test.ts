import { describe, expect, it } from 'vitest'
import { buildPageTree, countsAlong, countWithin, type TreeNode, toggle, visibleRows } from './page-tree.ts'

const urls = [
  'https://example.com/',
  'https://example.com/docs/v2/start',
  'https://example.com/docs/v2/finish?lang=de',
  'https://example.com/blog',
  'https://example.com/blog/10',
  'https://example.com/blog/9',
  'https://shop.example.com/caf%C3%A9',
]

const outline = (nodes: TreeNode[], level = 0): string[] =>
  nodes.flatMap((node) => [`${' '.repeat(level)}${node.label}`, ...outline(node.children, level + 1)])

describe('buildPageTree', () => {
  it('groups pages by host and path, joins lone folders, and sorts numbers as numbers', () => {
    expect(outline(buildPageTree(urls).roots)).toEqual([
      'example.com',
      ' /',
      ' blog',
      '  /blog',
      '  9',
      '  10',
      ' docs/v2',
      '  finish?lang=de',
      '  start',
      'shop.example.com',
      ' café',
    ])
  })

  it('gives every page exactly one place, and every folder the range of its own', () => {
    const { order, roots } = buildPageTree(urls)
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    const blog = roots[0]?.children.find(({ label }) => label === 'blog')
    expect(blog && order.slice(blog.from, blog.to)).toEqual([3, 5, 4])
  })

  it('gives every node an id of its own', () => {
    const ids: string[] = []
    const collect = (node: TreeNode) => {
      ids.push(node.id)
      node.children.forEach(collect)
    }
    buildPageTree([
      ...urls,
      'https://example.com/blog/',
      'https://example.com/a/b/c',
      'https://example.com/a',
    ]).roots.forEach(collect)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('takes ten thousand pages', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `https://example.com/${index % 100}/page-${index}`)
    expect(buildPageTree(many).order).toHaveLength(10_000)
  })
})

describe('visibleRows', () => {
  const tree = buildPageTree(urls)

  it('shows what is inside open folders only', () => {
    expect(visibleRows(tree, new Set(['example.com']), undefined).map(({ node }) => node.label)).toEqual([
      'example.com',
      '/',
      'blog',
      'docs/v2',
      'shop.example.com',
    ])
  })

  it('shows the way to every match of a search and nothing else', () => {
    expect(visibleRows(tree, new Set(), new Set([1])).map(({ node, level }) => [node.label, level])).toEqual([
      ['example.com', 1],
      ['docs/v2', 2],
      ['start', 3],
    ])
  })
})

describe('choosing', () => {
  it('chooses a folder whole, and takes it back when all of it is chosen', () => {
    const some = toggle(new Set([4]), [3, 4, 5])
    expect([...some].sort()).toEqual([3, 4, 5])
    expect(toggle(some, [3, 4, 5]).size).toBe(0)
  })

  it('counts the chosen pages of a folder', () => {
    const { order, roots } = buildPageTree(urls)
    const counts = countsAlong(order, new Set([3, 4, 6]))
    const [example, shop] = roots
    expect(example && countWithin(counts, example)).toBe(2)
    expect(shop && countWithin(counts, shop)).toBe(1)
  })
})
