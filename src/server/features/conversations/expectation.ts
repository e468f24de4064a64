import type { WidgetLocale } from '#contract/widget-enums.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { widgetOf } from '../agents/index.ts'
import { type Prospect, prospectOf } from '../facts/index.ts'
import { offsetAt } from '../organizations/index.ts'

interface Sentences {
  /** With `{name}`, the agent's, and `{minutes}`. */
  usually: string
  soon: string
  /** With `{time}`. */
  back: string
  stays: string
}

const sentences: Record<WidgetLocale, Sentences> = {
  en: {
    usually: '{name}’s team usually answers in about {minutes} minutes.',
    soon: 'An answer comes as soon as somebody is free.',
    back: 'Back {time}.',
    stays: 'The answer will be here when you come back.',
  },
  de: {
    usually: 'Das Team von {name} antwortet meist in etwa {minutes} Min.',
    soon: 'Die Antwort kommt, sobald jemand frei ist.',
    back: 'Wieder da: {time}.',
    stays: 'Die Antwort steht hier, wenn Sie wiederkommen.',
  },
  fr: {
    usually: 'L’équipe de {name} répond d’habitude en {minutes} min environ.',
    soon: 'La réponse viendra dès que quelqu’un sera libre.',
    back: 'De retour : {time}.',
    stays: 'La réponse vous attendra ici à votre retour.',
  },
  es: {
    usually: 'El equipo de {name} suele responder en unos {minutes} min.',
    soon: 'La respuesta llegará en cuanto alguien esté libre.',
    back: 'De vuelta: {time}.',
    stays: 'La respuesta estará aquí cuando vuelva.',
  },
  it: {
    usually: 'Il team di {name} risponde di solito in circa {minutes} min.',
    soon: 'La risposta arriverà appena qualcuno sarà libero.',
    back: 'Di ritorno: {time}.',
    stays: 'La risposta sarà qui quando tornerà.',
  },
  pt: {
    usually: 'A equipa de {name} responde normalmente em cerca de {minutes} min.',
    soon: 'A resposta virá assim que alguém estiver livre.',
    back: 'De volta: {time}.',
    stays: 'A resposta estará aqui quando voltar.',
  },
  nl: {
    usually: 'Het team van {name} antwoordt meestal binnen ongeveer {minutes} min.',
    soon: 'Het antwoord komt zodra iemand vrij is.',
    back: 'Terug: {time}.',
    stays: 'Het antwoord staat hier wanneer u terugkomt.',
  },
  pl: {
    usually: 'Zespół {name} odpowiada zwykle w ciągu około {minutes} min.',
    soon: 'Odpowiedź przyjdzie, gdy tylko ktoś będzie wolny.',
    back: 'Znów jesteśmy: {time}.',
    stays: 'Odpowiedź będzie tu czekać po powrocie.',
  },
  tr: {
    usually: '{name} ekibi genellikle yaklaşık {minutes} dakikada yanıt verir.',
    soon: 'Birisi uygun olur olmaz yanıt gelecek.',
    back: 'Dönüş: {time}.',
    stays: 'Yanıt, geri döndüğünüzde burada olacak.',
  },
  uk: {
    usually: 'Команда {name} зазвичай відповідає приблизно за {minutes} хв.',
    soon: 'Відповідь надійде, щойно хтось звільниться.',
    back: 'Знову на зв’язку: {time}.',
    stays: 'Відповідь буде тут, коли ви повернетеся.',
  },
  ru: {
    usually: 'Команда {name} обычно отвечает примерно за {minutes} мин.',
    soon: 'Ответ придёт, как только кто-нибудь освободится.',
    back: 'Снова на связи: {time}.',
    stays: 'Ответ будет здесь, когда вы вернётесь.',
  },
  ar: {
    usually: 'يرد فريق {name} عادةً خلال نحو {minutes} د.',
    soon: 'سيصلك الرد حالما يتفرغ أحدنا.',
    back: 'موعد العودة: {time}.',
    stays: 'ستجد الرد هنا عندما تعود.',
  },
  he: {
    usually: 'הצוות של {name} עונה בדרך כלל תוך כ־{minutes} דק׳.',
    soon: 'התשובה תגיע ברגע שמישהו יתפנה.',
    back: 'חוזרים: {time}.',
    stays: 'התשובה תחכה כאן כשתחזרו.',
  },
  ja: {
    usually: '{name}のチームは通常{minutes}分ほどで返信します。',
    soon: '担当者の手が空き次第、返信いたします。',
    back: '対応再開：{time}。',
    stays: '回答は、次にお越しの際にこちらでご覧いただけます。',
  },
  zh: {
    usually: '{name}的团队通常在约 {minutes} 分钟内回复。',
    soon: '一有人有空就会回复您。',
    back: '恢复服务时间：{time}。',
    stays: '您再次访问时即可在此看到回复。',
  },
}

/** What a hand-over says of the people who take over. `away`: the agent's own away text; empty if it has none. */
export function expectation(
  language: WidgetLocale,
  { isThere, usualMinutes, backAt, zone }: Prospect,
  { name, away, now }: { name: string; away: string; now: number },
): string {
  const { usually, soon, back, stays } = sentences[language]
  if (isThere)
    return usualMinutes === null
      ? soon
      : usually.replace('{name}', () => name).replace('{minutes}', String(usualMinutes))
  if (away !== '') return `${away} ${stays}`
  if (backAt === null) return stays
  return `${back.replace('{time}', () => whenOf(language, zone, backAt, now))} ${stays}`
}

/** An instant on the team's clocks, the day as seen from now: "tomorrow, 9:00 AM", "Monday, 9:00 AM". */
function whenOf(language: WidgetLocale, zone: string, instant: number, now: number): string {
  const dayOf = (time: number) => Math.floor((time + offsetAt(zone, time)) / 86_400_000)
  const days = dayOf(instant) - dayOf(now)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: zone, ...options }).format(instant)
  const time = format({ hour: 'numeric', minute: '2-digit' })
  if (days === 0) return time
  const day = days === 1 ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(1, 'day') : undefined
  return `${day ?? format({ weekday: 'long', ...(days > 6 && { day: 'numeric', month: 'long' }) })}, ${time}`
}

/** What a visitor of an agent who is handed over to people may expect now, as a sentence in a language. */
export async function expectationOf(
  db: Db,
  agent: Pick<Row<'agents'>, 'organization_id' | 'name' | 'widget'>,
  language: WidgetLocale,
  now: number,
): Promise<string> {
  const prospect = await prospectOf(db, agent.organization_id, now)
  return expectation(language, prospect, { name: agent.name, away: widgetOf(agent).away_text, now })
}
