import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'

type News = NonNullable<Data<'getSystem'>['news']>

/** What the version of this server brings, an area at a time. */
export function WhatIsNew({ news }: { news: News }) {
  return (
    <Card title={/^\d/.test(news.title) ? `What is new in ${news.title}` : 'What is new'}>
      <div className="-my-3 divide-y divide-line">
        {news.parts.map(({ title, items }) => (
          <details key={title} className="py-3">
            <summary className="cursor-pointer font-medium">{title}</summary>
            <ul className="mt-2 list-disc space-y-1.5 pl-5 text-ink-soft">
              {items.map((item) => (
                <li key={item} className="break-words">
                  {item}
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </Card>
  )
}
