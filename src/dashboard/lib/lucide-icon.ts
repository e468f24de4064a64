import { type ComponentProps, createElement, type SVGProps } from 'react'

/** An icon as lucide's files hold it. */
interface IconData {
  node: [tag: string, attributes: SVGProps<SVGElement>][]
}

const look = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/**
 * Stands in for lucide's `createLucideIcon` in what is built (build/lean-icons.ts): that one brings 1 kB gzip of
 * options that nothing here uses. Hidden from assistive technology unless it is given a name.
 */
export default function createIcon({ node }: IconData) {
  return function Icon(props: ComponentProps<'svg'>) {
    const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
    return createElement('svg', { ...look, 'aria-hidden': props['aria-label'] ? undefined : true, ...props }, ...shapes)
  }
}
