import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OverviewNumber } from '#contract/overview-words.ts'

interface NumberLinkProps {
  number: OverviewNumber
  part?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A link that opens the conversations behind a number, by search parameters, so that the Back button closes them. */
export function NumberLink({ number, part, className, children }: NumberLinkProps) {
  const open = (now: Record<string, unknown>) => ({ ...now, number, part })
  return (
    <Link to="." search={open as never} resetScroll={false} className={className}>
      {children}
    </Link>
  )
}
