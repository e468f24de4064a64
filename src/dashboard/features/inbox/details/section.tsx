import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-medium text-muted text-xs">{title}</h2>
      {children}
    </section>
  )
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <dl className="divide-y divide-line border-line border-y">{children}</dl>
    </Section>
  )
}
