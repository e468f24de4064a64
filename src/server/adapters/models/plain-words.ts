/** Words that say little of what a visitor wants to know, in seven languages without accents ("do you have"). */
export const PLAIN_WORDS = listed(`
  a an the this that these those there here it its is are was were be been am do does did done have has had having can could may might must
  shall should will would i me my mine we us our you your yours he him his she her they them their and or but if so of
  in on at to from for with without by as into up out off over under about after before during between than then too also
  not no yes any some all every each other another more most much many few lot very only just still already ever again
  please what which when where who whom whose why how
  let lets like want wants need needs know tell say ask help find get gets got give gives take takes come comes go goes
  make makes made think possible able allowed permitted welcome allow okay ok sell sells sold buy offer offers offered
  provide serve serves served use used using work works keep thing things something anything somewhere someone anyone somebody anybody
  people person persons guest guests customer customers visitor visitors kind type sort number amount time times
  open opens opened opening close closes closed closing hours shut shuts available exist exists fit fits nearby near
  bring sit sits several again myself yourself yourselves old long late far large big way ways wear many much might friend friends son daughter wife husband family mum dad mother father myself one ones s t m re ve ll d
  der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren sein bin hat haben habe hatte
  hatten kann konnen kannst konnte konnten darf durfen muss mussen soll sollen will wollen mochte mochten wird werden wurde wurden wurdet
  ich mich mir mein meine meinen meiner meinem wir uns unser unsere du dich dir dein deine sie ihr ihre ihren ihnen ihrer ihrem er es man
  in im an am auf aus bei beim bis durch fur gegen mit nach ohne seit um unter uber vom von vor zu zum zur zwischen als auch da dann
  denn noch nur schon sehr so wenn weil dass nicht kein keine keinen ja nein bitte mal etwa etwas jemand alle alles
  was wer wem wen wann wo wie warum wieso wohin woher welche welcher welches welchen welchem viel viele vielen
  gibt geben gib bekomme bekommen bekommt kommt komme kommen geht gehen gehe mache machen macht nehme nehmen nimmt
  habt bietet bieten verkauft verkaufen kaufen kauft behandeln behandelt mitbringen mitnehmen mitgebracht erlaubt moglich
  heisst heissen lautet lauten finde finden findet liegt liegen ist tun sagen sag wissen weiss brauche brauchen braucht
  offen geoffnet offnen offnet offnungszeit offnungszeiten sprechzeit sprechzeiten geschlossen schliesst schliessen auf zu
  person personen leute kunde kunden gast gaste patient patienten besucher uhr zeit anzahl nummer nahe fahrt fahren fahre arbeitet arbeiten
  tut tue wurde werde worden nachdem worauf woran womit wofur achten beachten einfach vorbeikommen vorbei ausmachen freund freundin sohn tochter mann frau mutter vater familie eltern anschrift sollte durfte wohin wovon von
  selbst selber leicht dazu dabei daran darauf damit davon hier dort jemanden nimmt anspruch nehmen verwenden benutzen nutzen benutzt nutzt
  ihnen hin weit alt lange gross wieder mehrere mehreren
  el la los las lo un una unos unas de del al y o pero es son era ser esta estan estar hay he ha han tengo tiene tienen
  tenemos puedo puede pueden podemos se me te le les nos mi mis tu tus su sus yo usted ustedes ellos ellas el ella
  a en con sin por para como que cual cuales quien quienes cuando donde cuanto cuanta cuantos cuantas porque si no
  muy mas menos tambien ya aun solo algo alguien alguno alguna todo toda todos todas otro otra este esta estos estas eso
  desde hasta sobre entre
  quiero quisiera necesito debo hay hace hacen hacer hago dan dar da doy venden vende vender compro comprar ofrecen ofrece aceptan acepta aceptar
  permiten permite permitido llevar traer llevo traigo llega llegar llegan encuentro encontrar vienen viene venir van ir va llama llaman mucho mucha muchos muchas poco pocos amigo amiga hijo hija marido mujer madre padre familia llego llegue llegan trabajan trabaja atienden atiende mi mia suyo nada nadie ello pueda debe deben gustaria querria querriamos podria podrian saber decirme
  mandan manda recogen recoge usan usa usar tomar toma cual aqui alli varios varias vez veces
  hora horas horario horarios abre abren abrir abierto abierta abiertos abiertas cierra cierran cerrar cerrado cerrados
  persona personas cliente clientes gente cosa cosas pasa posible numero cerca servir sirven tiempo dia dias
  le la les l un une des du de d et ou mais est sont etait etre a ai as ont avez avons avoir y en je j me m mon ma mes
  nous notre nos vous votre vos tu ton ta tes il elle ils elles on se s sa son ses leur leurs ce c cet cette ces ca cela
  qui que qu quoi quel quelle quels quelles quand ou comment combien pourquoi si ne n pas non oui plus moins tres aussi
  au aux avec sans pour par dans sur sous chez entre vers depuis jusqu jusque pendant lors tout toute tous toutes autre autres
  peut peux peuvent pouvez puis puisse pouvoir faut falloir faire fait faites fais veux voudrais voulez vouloir dois doit devez
  acceptez accepte acceptent proposez propose proposent vendez vend vendent vendre acheter offrez donne donnez donnes donnent donner prenez prend prendre
  vient viennent venir va vais allez aller trouve trouvez trouver trouvent possible permis admis autorise apporter amener amene laisser laisse
  ouvre ouvrez ouvrent ouvrir ouvert ouverte ouverts ferme fermez ferment fermer fermee horaire horaires heure heures lieu
  personne personnes gens client clients chose choses monde numero proche loin suis es sommes etes veut veulent voulons quelque quelqu appelle appelez appellent accordez accorde verser verse accueillir accueille endroit ami amie fils fille mari femme mere pere famille petits petite petit grand grande
  celui celle ceux dont rien personne ici la-bas cher passer passe recevoir recois recevez utiliser utilise sert servir serait sera seront disposez dispose compte comptent avons etes plusieurs fois
  il lo gli i un uno una di del della dei delle da dal in nel nella con su per tra fra e o ma non si ci vi ne che chi cosa
  come dove quando quanto quanta quanti quante quale quali perche sono sei siete siamo essere ho hai ha abbiamo avete hanno avere
  posso puo possono potete possiamo vorrei voglio devo deve fare fate fa fanno vendete offrite accettate avete c mi ti vostro
  vostra vostri vostre mio mia miei mie nostro nostra al alla ai alle allo apre aprite aperto aperti aperta chiude chiudete chiuso
  chiusi orario orari ora ore persona persone gente qui li possibile permesso portare trovo trovare viene piu anche solo
  o os as um uma uns umas do da dos das no na nos nas em com sem por para pelo pela e ou mas nao sim que quem qual quais
  quando onde como quanto quanta quantos quantas porque sao esta estao ser estar ha tem tenho temos voce voces eu meu minha
  meus minhas seu sua seus suas nosso nossa ele ela eles elas isso este esta posso pode podem podemos quero gostaria preciso
  devo fazer faz fazem vendem vende oferecem aceitam aceita abre abrem aberto aberta fecha fecham fechado horario horarios
  hora horas pessoa pessoas possivel permitido levar trazer fica ficam aqui mais tambem so
  de het een en of maar is zijn was heeft hebben heb kan kunnen mag mogen moet moeten wil willen ik mij mijn wij we ons onze
  u uw jullie jij je hij zij ze er hier daar dit dat deze die in op aan bij met zonder voor van naar uit te tot om als dan ook niet
  geen ja nee wat wie waar wanneer hoe welke welk waarom veel hoeveel open gesloten dicht sluit sluiten openingstijden
  verkopen verkoopt accepteren bieden krijg krijgen krijgt kom komen gaan doen maken mogelijk toegestaan meenemen personen mensen tijd nummer
`)

/** What a small place calls itself. Such a word counts only where a question has no other. */
export const PLACE_WORDS = listed(`
  shop store place cafe coffeehouse restaurant bar pub hotel hostel practice surgery clinic school company business office
  studio salon museum house firm dentist doctor hairdresser laden geschaft restaurant praxis zahnarztpraxis schule firma buro haus hotel betrieb unternehmen arzt zahnarzt friseur
  tienda local cafeteria restaurante bar hotel consulta clinica escuela colegio empresa oficina estudio casa comercio dentista medico peluqueria
  magasin boutique cafe restaurant hotel cabinet ecole entreprise bureau maison salon etablissement dentiste medecin coiffeur
  negozio ristorante albergo studio scuola azienda ufficio casa loja restaurante hotel escola empresa casa winkel zaak school praktijk bedrijf
`)

/**
 * Common words that a text often says in others ("try", "start", "save"). One may be missing where another word of the
 * question, which is not among these, is borne out. What tells a life or a deed (born, built, studied) is not listed.
 */
export const SOFT_WORDS = listed(`
  first second third erste ersten erster zweite primera primero segunda premiere premier deuxieme
  try start begin starts begins save money change choose pay paid leave stay stays arrive enter visit eat drink wait send receive
  hold carry put set turn move join apply order request contact reach call ring write see look watch show check prepare expect
  require required happens happen support handle depend limit rate rule rules policy option options choice condition conditions detail details
  information info data part side end plan home new special normal usual usually often early late later earlier soon together alone directly extra
  cheap cheaper small big good better best great nice fast quick quickly easy main other different same separate whole full left right current currently
  today tomorrow tonight now yet instead included include includes including cover covers belong speak talk learn sure problem question
  month year week day days hour hours minute minutes evening morning afternoon night weekdays daily advance receipt amounts amount discount
  versuche ausprobieren beginnt beginnen anfangen startet sparen geld wechseln andern wahlen zahlen bezahlen bleiben ankommen betreten besuchen
  besuch essen trinken warten schicken senden erhalten halten tragen stellen bewegen anmelden beantragen bestellen kontaktieren erreichen
  anrufen schreiben sehen schauen zeigen prufen vorbereiten erwarten beachten notig passiert unterstutzen regel regeln option auswahl bedingung bedingungen
  einzelheiten informationen daten teil seite ende plan neu neue neuen neuer besondere normal ublich normalerweise oft fruh spat spater fruher bald zusammen allein
  direkt extra gunstig klein kleine grosse gute besser beste schnell leicht andere anderen verschiedene gleiche ganz ganze links rechts aktuell
  heute morgen jetzt stattdessen inklusive enthalten gehort sprechen reden lernen sicher problem frage termin monat jahr woche tag tage tagen stunde stunden
  minuten abend abends vormittag nachmittag nacht nachts vorher nachher bescheid angeben bringen abgeben holen abholen ausfullen aussteigen einsteigen
  hilft helfen hilfe wochenende mitmachen ubernimmt benotigt benotige vereinbaren gerne gern betrag
  probar empezar empieza empiezan comenzar comienza ahorrar dinero cambiar elegir pagar pago quedarse llegar entrar visitar comer beber
  esperar mandar recibir guardar poner mover apuntarme pedir pido solicitar contactar contacto llamar escribir ver mirar mostrar preparar requiere requisito
  pasa sucede apoyo limite regla reglas opcion opciones eleccion condicion condiciones detalle detalles informacion datos parte lado fin plan
  nuevo nueva nuevos especial normal normalmente menudo temprano tarde pronto juntos solo directamente extra barato pequeno pequena grande bueno buena mejor rapido
  facil mismo misma diferente entero hoy ahora incluido incluida incluye hablar aprender seguro problema pregunta mes ano semana dia dias hora minutos
  noche manana antelacion recibo importe descuento sacar recoger dejar pasar volver ayuda ayudar avisar avisan devuelven devolver costar tardan
  essayer commencer commence commencent economiser argent changer choisir payer rester arriver entrer visiter manger boire attendre envoyer recevoir
  garder mettre bouger demander commander contacter contact appeler ecrire voir regarder montrer preparer exige passe arrive aide aider limite regle regles
  option options choix condition conditions detail details information informations renseignement renseignements donnees partie cote fin plan nouveau nouvelle
  special normal normalement souvent tot tard plutot ensemble seul directement supplement petit petite grand grande bon bonne meilleur rapide vite facile
  meme different entier aujourd hui maintenant inclus comprise parler savoir sur probleme question mois annee semaine jour jours minutes soir matin
  nuit avance recu montant suivre participer assister joindre prevenir papiers papier document documents deposer garer venir
  provare iniziare inizia risparmiare soldi cambiare scegliere pagare restare arrivare entrare visitare mangiare bere aspettare mandare ricevere
  contattare chiamare scrivere vedere informazioni oggi adesso giorno giorni mese anno settimana ora prima dopo presto tardi piccolo grande
  tentar comecar comeca poupar dinheiro mudar escolher pagar ficar chegar entrar visitar comer beber esperar enviar receber contactar ligar
  escrever ver informacao hoje agora dia dias mes ano semana antes depois cedo tarde pequeno grande
  proberen beginnen begint sparen geld veranderen kiezen betalen blijven aankomen bezoeken eten drinken wachten sturen ontvangen
  bellen schrijven zien informatie vandaag nu dag dagen maand jaar week vroeg laat klein groot
`)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
