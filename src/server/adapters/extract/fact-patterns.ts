const COOKIES = /\bcookies?\b/i
/** Matches a line about who has the rights in a page. It is of no use to visitors unless it also says where they are. */
const RIGHTS = /©|\(c\)\s*\d{4}|\b(?:copyright|all rights reserved)\b|alle rechte vorbehalten|tous droits réservés/i
const RIGHTS_SINCE = /(?:©|\(c\)|copyright)[\s©]*(?:\d{4}(?:\s*[-–]\s*\d{4})?)?/gi

const MAILBOX = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i
const CALL =
  /(?:\b(?:tel|phone|call|fon|telefon|téléphone|tél|telefono|teléfono|telefone|puh|mobile|fax|whatsapp)\b|電話|电话|電話|전화|телефон|тел\.|τηλ|هاتف|טלפון|โทร|☎|📞)[^\d+]{0,30}\+?\d(?:[\s()./-]*\d){5,}/i
const INTERNATIONAL = /(?:\+|\b00)[1-9](?:[\s()./-]*\d){7,13}(?!\d)/
const LOCAL = /(?<![\d.,])\(?0\d{1,4}\)?[\s/-]+\d(?:[\s/-]?\d){4,}(?!\d)/

const DAY =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b|\b(?:mo|di|mi|do|fr|sa|so)(?:\.|\b)|\b\p{L}*(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|jueves|viernes|sábado|domingo|lunedì|martedì|venerdì|segunda|sexta|poniedziałek|piątek|понедельник|пятница)\b|\b(?:daily|weekdays?|täglich|werktags|tous les jours|diario|ежедневно|пн|пт)\b|[月火水木金土日]曜|周[一二三四五六日]|星期|毎日|每天|평일|매일/iu
const HOURS_WORD =
  /\b(?:open(?:ing)?|hours|closed|geöffnet|öffnungszeiten|geschlossen|uhr|horaires|ouvert|fermé|horario|abierto|cerrado|orari|aperto|chiuso|horário|godziny|otwarte|часы|открыт\p{L}*)\b|営業|营业|營業|영업/iu
const TIMES =
  /\d{1,2}(?:[:.h]\d{2})?\s*(?:a\.?m\.?|p\.?m\.?|uhr|h)?\s*(?:[-–—~〜至]|to|until|till|bis|à|al?|do|до|から)\s*\d{1,2}|\b\d{1,2}\s*(?:am|pm|uhr)\b|\d{1,2}[:h]\d{2}|[零一二三四五六七八九十]+[点點時时]/iu

const STREET =
  /(?:\b(?:street|st\.|road|rd\.?|avenue|ave\.?|lane|square|drive|boulevard|blvd\.?|highway|quay|court|rue|place|quai|chemin|calle|avenida|plaza|paseo|via|viale|piazza|corso|rua|praça|ulica|ul\.|ulice|utca|улица|ул\.)(?=[\s,.\d]|$)|\p{L}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|ufer|laan|straat|gatan|gade|vej|katu|náměstí))/iu
const POSTAL =
  /\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b|\b[A-Z]{2}\s\d{5}(?:-\d{4})?\b|〒\s?\d{3}|(?:^|[\s,])(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}\p{L}{2,}/mu
/** Matches an address by the word or sign for it, as in languages whose streets have no word of their own. */
const LABELLED =
  /〒\s?\d{3}|(?:地址|住所|所在地|주소|адреса?|العنوان|כתובת|διεύθυνση|ที่อยู่|पता|adress?e?|address|dirección|indirizzo|endereço|adres)\s*[:：][^\d]{0,80}\d/iu
const PARTED = /[,\n·|]/

/** Whether a short text from around a page holds a telephone number, mailbox, opening hours or postal address. */
export function looksLikeFact(text: string): boolean {
  if (COOKIES.test(text)) return false
  if (MAILBOX.test(text) || CALL.test(text) || INTERNATIONAL.test(text) || LOCAL.test(text)) return true
  if (RIGHTS.test(text)) {
    const rest = text.replace(RIGHTS_SINCE, '')
    return STREET.test(rest) && POSTAL.test(rest)
  }
  if (LABELLED.test(text)) return true
  if (TIMES.test(text) && (DAY.test(text) || HOURS_WORD.test(text))) return true
  const isPlace = STREET.test(text) && /\d/.test(text)
  return (isPlace && (PARTED.test(text) || POSTAL.test(text))) || (POSTAL.test(text) && PARTED.test(text))
}
