/** Test data: addresses that no request may reach, in the spellings an attacker would use. */

const LOOPBACK_FORMS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.000.000.001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '0X7F000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '127.255.255.254',
  '127.127.127.127',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'a.b.localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001:0:7f00:1::]',
  '[2001:0000:4136:e378:8000:63bf:80ff:fffe]',
  '[2606:4700::5efe:127.0.0.1]',
  '[2606:4700:0:0:200:5efe:7f00:1]',
]

const RESERVED_V4 = [
  '10.0.0.1 10.255.255.255 10.1 0xa000001 167772161 012.0.0.1',
  '172.16.0.1 172.31.255.255 172.20.10.1 0xac100001 192.168.0.1 192.168.1.254 192.168.257 0xc0a80101 3232235777',
  '169.254.0.1 169.254.169.254 169.254.170.2 169.254.169.253 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518',
  '100.64.0.1 100.127.255.254 100.100.100.200 168.63.129.16 0xa83f8110 2822734096',
  '192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.1 198.51.100.7 203.0.113.9',
  '198.18.0.1 198.19.255.255 192.88.99.1 192.31.196.1 192.52.193.1 192.175.48.1',
  '224.0.0.1 224.0.0.251 239.255.255.250 233.252.0.1 240.0.0.1 250.1.2.3 255.255.255.255 0xffffffff 4294967295',
  '0.1.2.3 0.255.255.255',
]

const RESERVED_V6 = [
  '::2 ::a00:1 ::ffff:a00:1 ::ffff:10.0.0.1 ::ffff:192.168.1.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::8.8.8.8',
  '64:ff9b::a00:1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1:ffff::10.0.0.1',
  '2002:a00:1:: 2002:c0a8:101::1 2002:a9fe:a9fe:: 2002:808:808:: 2001::1 2001:0:808:808:: 2001:2::1 2001:10::1',
  '2001:1::1 2001:1::2 2001:3::1 2001:4:112::1 2001:20::1 2001:2f:ffff::1 2001:30::1 2001:db8::1 2001:db8:ffff::1',
  '3fff::1 3fff:0fff::1 100::1 100:0:0:1::1 5f00::1 4000::1 6000::1 8000::1 a000::1 c000::1 e000::1 f000::1 1000::1',
  'fc00::1 fd00::1 fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fdff:ffff::1 fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 feff::1',
  'ff01::1 ff02::1 ff02::fb ff05::2 ff0e::1 2620:4f:8000::1 0100::dead:beef 0200::1 0400::1 0800::1',
]

const PRIVATE_NAMES = [
  'printer.local router.LOCAL metadata.google.internal instance-data.ec2.internal wiki.internal. nas.lan db.corp',
  'metadata intranet redis kubernetes host.docker.internal gateway.docker.internal kubernetes.default.svc.cluster.local',
  'localhost.localdomain box.home.arpa hidden.onion',
]

const BLOCKED_PORTS = '1 7 22 23 25 53 110 111 135 139 143 389 465 512 587 636 993 995 2049 5060 6000 6667 10080'

const words = (lines: string[]): string[] => lines.join(' ').split(' ')

/**
 * URLs that must all be refused. `port` is that of the test's own server, which counts the requests that slip through.
 */
export function hostileUrls(port: number): string[] {
  return [
    ...LOOPBACK_FORMS.map((host) => `http://${host}:${port}/`),
    ...words(RESERVED_V4).map((host) => `http://${host}:${port}/`),
    ...words(RESERVED_V6).map((host) => `http://[${host}]:${port}/`),
    ...words(PRIVATE_NAMES).map((host) => `http://${host}:${port}/`),
    ...words([BLOCKED_PORTS]).map((blocked) => `http://public.example:${blocked}/`),
    ...['ftp', 'file', 'gopher', 'ws', 'dict', 'data', 'javascript', 'blob', 'unix'].map(
      (scheme) => `${scheme}://127.0.0.1:${port}/`,
    ),
    ...['user:secret@', 'user@', ':secret@', 'public.example@'].map((user) => `http://${user}public.example:${port}/`),
    `http://public.example@127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
    `http:/127.0.0.1:${port}/`,
    `http:127.0.0.1:${port}`,
    `  http://127.0.0.1:${port}/`,
    `ht\ntp://127.0.0.1:${port}/`,
    `http://127.0.0.1\t:${port}/`,
    `HTTP://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://[::1%25lo]:${port}/`,
    `http://127.0.0.1:${port}#@public.example/`,
    `http://256.256.256.256:${port}/`,
    `http://1.2.3.4.5:${port}/`,
    `//127.0.0.1:${port}/`,
    `/etc/passwd`,
    'http://',
    'not an address',
    '',
  ]
}

export const publicUrls = [
  'http://example.com/',
  'https://example.com/a?b=c#d',
  'https://example.com:8443/',
  'http://example.com:3000/',
  'https://münchen.example/',
  'https://xn--mnchen-3ya.example/',
  'https://localhost.example.com/',
  'https://internal.example.com/',
  'https://127.0.0.1.example.com/',
  'https://8.8.8.8/',
  'https://1.1.1.1/',
  'https://134744072/',
  'https://9.255.255.255/',
  'https://11.0.0.0/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://169.253.255.255/',
  'https://169.255.0.0/',
  'https://198.17.255.255/',
  'https://198.20.0.0/',
  'https://223.255.255.254/',
  'https://[2606:4700:4700::1111]/',
  'https://[2001:4860:4860::8888]/',
  'https://[2a00:1450:4001:80b::200e]/',
  'https://[2400:cb00::1]/',
  'https://[2001:200::1]/',
]
