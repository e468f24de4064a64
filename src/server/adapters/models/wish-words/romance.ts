import type { WishWords } from './kinds.ts'

export const fr: WishWords = {
  staff:
    'humain humains humaine conseiller conseillers conseillere conseilleres agent agents operateur operateurs operatrice service_client service_clients service_clientele service_a_la_clientele service_apres_vente sav support_client assistance_client conseiller_clientele etre_humain chat_en_direct tchat_en_direct live_chat livechat chat_live teleconseiller* representant* employe employee employes interlocuteur* standardiste aide_humaine assistance_humaine vrai_gens il_y_a_quelqu_un y_a_quelqu_un y_a_t_il_quelqu_un quelqu_un_ici quelqu_un_la',
  person:
    'personne personnes responsable responsables manager gerant superviseur collaborateur* technicien* directeur directrice patron patronne',
  anyone: 'qqn qqun quelqu_un quelquun quelqun qq1 gens equipe support assistance standard service',
  real: 'vrai vraie vrais reel reelle physique veritable vivant vivante humain en_chair_et_en_os',
  talk: 'parler parle parlez discuter echanger communiquer contacter contacte contact joindre rappele rappeler mettre_en_relation mise_en_relation mettez_moi_en_relation relation en_relation mis_en_relation transferer transferez transfere transferez_moi transfert passez passe passer connecter connectez connecte rediriger redirigez orienter tchatter chatter dialoguer entretenir appeler appelle converser aide aider aidez avoir_au_telephone mettre_en_contact escalader basculer telephone conversation raccorder',
  want: 'veux voudrais voudrai voulons aimerais aimerai souhaite souhaiterais souhaiterai desire peux puis pouvez pourriez pouvons pourrais peut besoin svp stp please pls sil_vous_plait sil_te_plait s_il_vous_plait s_il_te_plait merci_de donnez donne y_a_t_il y_a_til il_y_a est_ce_que possible cherche demande exige je_ne_peux_pas je_ne_peux_donc_pas ne_puis_je_pas faut obtenir avoir veut envie laissez laisse prefere prefererais faites',
  with: 'a avec au aux par vers chez',
  beside:
    'me moi nous un une des de du d l le la les votre vos ton ta autre bonjour salut bonsoir bjr slt allo coucou hello merci oui ok maintenant tout_de_suite immediatement urgent urgence vite rapidement directement direct ici plutot seulement juste simplement en ligne live chat tchat client clients clientele s il y t est ce c ca et ou comment faire fais on puisse etre mis ai aurais j suis enfin encore stp_merci aujourd hui plait avant d_abord desole excusez pardon non vraiment technique commercial humainement faire_pour que reponde repond eu se ventes vente comptabilite facturation aussi egalement',
  not: 'ne n pas jamais sans aucun aucune inutile ni plutot_que au_lieu plus_besoin surtout_pas rien personne_d_autre pas_la_peine',
  bot: 'robot robots bot bots machine machines ia chatbot automate ordinateur ai',
  asking:
    'quand combien quel quelle quels quelles qui est_qui quelle_heure coute coutent prix horaires pourquoi_ai que_fait ai_je_besoin dois',
  topic:
    'concernant pour_ma pour_mon pour_mes pour_une pour_un sujet a_propos au_sujet parce car propos qui_puisse qui_peut sur_ma sur_mon afin puisque pour_que pour_regler pour_resoudre',
  me: 'je j_ai',
  you: 'vous tu',
  other: 'conseil conseils',
}

export const es: WishWords = {
  staff:
    'humano humana humanos humanas agente agentes operador operadora operadores operadoras asesor asesora asesores asesoras representante representantes ejecutivo ejecutiva atencion_al_cliente servicio_al_cliente servicio_de_atencion soporte_humano ser_humano chat_en_vivo chat_en_directo live_chat livechat atencion_humana atencion_personalizada teleoperador* asistente_humano asesor_humano telefonista encargado encargada alguien_real soporte_en_vivo asistencia_humana alguien_ahi alguien_aqui alguien_alli',
  person:
    'persona personas empleado empleada trabajador gerente supervisor supervisora responsable jefe comercial director directora dueno duena',
  anyone: 'alguien alguein algien soporte equipo personal gente asistencia companero',
  real: 'real reales verdadera verdadero de_verdad de_carne_y_hueso viva vivo fisica autentica verdad',
  talk: 'hablar ablar hablo hable hablemos chatear comunicar comunicarme comunicame comuniqueme comunicarnos comuniquenme comuniquen contactar contactarme contacto contacte contactame pasar paseme pasame pasenme pasa pasen pase ponerme ponme pongame pongan poner conecta conectar conectame conecteme conectenme conectarme transferir transferirme transfiera transfiere transfiereme transfierame transferencia deriva derivar derivame deriveme derivenme conversar dialogar platicar atienda atender atiendan atencion ayuda ayude ayudar ayuden llamar redirigir redirijame enlazame enlazar escribir comunica tratar linea',
  want: 'quiero quisiera quiciera queremos kiero necesito necesitamos nececito ocupo puedo puede podria puedes podrias pueden podemos me_gustaria deseo prefiero por_favor porfavor porfa porfis xfavor xfa pf pls please dame deme denme hay busco exijo solicito pido tienen_un no_puedo no_puedo_hablar se_puede es_posible posible conseguir manda mandame envia llama tengo_que favor dejame dejeme requiero gustaria',
  with: 'con a al por cn kon',
  beside:
    'me mi nos un una uno unos el la los las lo le de del algun alguna su sus tu otro otra hola buenas buenos dias tardes noches si ok gracias ya ahora ahorita mismo urgente urgentemente rapido directamente directo aqui ahi solo mejor en vivo linea online chat cliente clientes servicio de_servicio tecnico tecnica ventas y o pueda quien como hago se que quien sea q disponible es esto este favor_gracias disculpe disculpa perdon hoy pronto antes inmediatamente inmediato serio para_hablar poder para_que_me por_telefono telefono ser estar pudiera haria bien si_se usted_me mas por_aqui puro verdadero oye momento tambien ademas',
  not: 'no sin nunca tampoco ningun ninguna ninguno nadie en_vez_de en_lugar_de innecesario jamas ni',
  bot: 'bot bots robot robots maquina maquinas ia chatbot computadora ordenador contestadora grabacion ai',
  asking:
    'cuando cuantos cuantas cuanto cuanta que_hora cual cuales cuesta cuestan precio quien_es quienes hace_falta necesito_un_agente_para que_es que_hace por_que_necesito donde_esta',
  topic:
    'sobre acerca porque respecto referente para_resolver que_me_ayude que_me_pueda que_pueda debido para_que por_mi para_mi por_el_tema relacionado',
  me: 'yo',
  you: 'usted ustedes',
  other: 'hallar',
}

export const pt: WishWords = {
  staff:
    'atendente atendentes humano humana humanos operador operadora operadores agente agentes representante consultor consultora atendimento_humano atendimento_ao_cliente servico_ao_cliente apoio_ao_cliente suporte_humano ser_humano chat_ao_vivo live_chat livechat sac telefonista assistente_humano servico_de_apoio servico_de_atendimento colaborador colaboradora atendimento_pessoal atendimento_com_humano central_de_atendimento alguem_ai alguem_aqui',
  person:
    'pessoa pessoas funcionario funcionaria gerente supervisor supervisora responsavel vendedor vendedora diretor diretora chefe',
  anyone: 'alguem alguen algm suporte equipe equipa gente assistencia time atendimento',
  real: 'real reais verdadeira verdadeiro de_verdade de_carne_e_osso viva vivo verdade',
  talk: 'falar flar fala falo fale falr conversar transferir transfere transfira transferida transferencia passar passa passe passem conectar conecta conecte contactar contatar contato contacto encaminhar encaminha encaminhe chamar chama chame ligar liga ligue direcionar direciona comunicar bater_papo ajuda ajudar atenda atender atendido atendida redirecionar chat teclar linha',
  want: 'quero queria queremos qro gostaria posso pode podem poderia podia preciso precisamos presiso por_favor porfavor pfv pfvr pf pff please pls da_me me_da de_me desejo prefiro tem ha existe exijo solicito e_possivel possivel nao_posso nao_consigo consigo chama_um precisava traz deixa deixe faz favor necessito',
  with: 'com para pra pro ao a por cm',
  beside:
    'me mim nos um uma uns o os as de do da dos algum alguma seu seus outro outra ola oi bom boa dia tarde noite sim ok obrigado obrigada obg ja agora mesmo urgente rapido rapidamente diretamente direto aqui ai so apenas melhor em vivo linha online ao_vivo cliente clientes servico tecnico vendas e ou como faco faz fazer que quem se eh isso este hoje logo antes ta la desculpa desculpe ser eu_quero por_telefone telefone favor_obrigado imediatamente em_vez voces gente_boa estar disponivel seja ter tambem tbm alem',
  not: 'nao n sem nunca nenhum nenhuma ninguem em_vez_de desnecessario nem jamais dispenso naum',
  bot: 'bot bots robo robos robot maquina maquinas ia chatbot computador gravacao ai_bot',
  asking:
    'quando quantos quantas quanto que_horas qual quais custa custam preco quem_e quem_sao o_que preciso_de_um_agente onde_fica',
  topic: 'sobre porque acerca respeito referente para_resolver que_me_ajude que_possa pois relacionado quanto_a',
  me: 'eu',
  you: 'voce vc',
  other: 'falta',
}

export const it: WishWords = {
  staff:
    'operatore operatori operatrice umano umana umani essere_umano consulente consulenti agente addetto addetta addetti assistenza_clienti servizio_clienti servizio_assistenza assistenza_umana customer_service customer_care supporto_clienti chat_dal_vivo live_chat livechat chat_live rappresentante impiegato impiegata centralinista incaricato incaricata operatore_umano assistente_umano customer_support help_desk c_e_qualcuno qualcuno_qui qualcuno_li',
  person:
    'persona persone responsabile manager direttore supervisore dipendente collaboratore commesso capo tecnico titolare proprietario direttrice',
  anyone: 'qualcuno qlcn qualcno qualcuna supporto assistenza team personale gente staff',
  real: 'reale reali vera vero viva vivo in_carne_e_ossa fisica autentica',
  talk: 'parlare parlarne parlo parlarci chattare comunicare contattare contatto contattarvi mettermi metta mettetemi mettimi mi_metta mettere collegare colleghi collegami collegatemi collegarmi connettere connettermi connettimi trasferire trasferiscimi trasferitemi trasferirmi trasferisca passare passami passi passatemi passate passarmi passa dialogare conversare discutere aiuto aiutarmi aiutare aiuti interagire chiamare inoltrare inoltra indirizzare sentire telefono assistenza_da',
  want: 'voglio vorrei vogliamo vorremmo posso puo puoi potrei potrebbe potete possiamo bisogno serve_un mi_serve per_favore perfavore pf per_cortesia cortesemente please pls prego dammi datemi mi_dia c_e ce cerco desidero preferisco preferirei possibile avere richiedo chiedo esigo non_posso necessito gradirei fatemi fammi mi_faccia chiamate chiamami dovrei devo piacerebbe',
  with: 'con a al ad allo da dal cn',
  beside:
    'mi me ci un uno una l il lo la i gli le d di del dello della vostro vostra vostri suo altro altra ciao salve buongiorno buonasera grazie si ok ora adesso subito immediatamente urgente urgentemente velocemente direttamente qui qua solo soltanto meglio in vivo linea online live chat cliente clienti servizio tecnica tecnico vendite e o cui come faccio si_puo fare se che chi per_parlare ho ha qualche scusi scusa oggi piuttosto davvero possa essere potere telefonicamente favore per_telefono fosse disponibile momento cortesia ne contatto_con anche poi inoltre tuo tua',
  not: 'non no senza mai nessun nessuno nessuna invece_di inutile nemmeno ne_con mica anziche',
  bot: 'bot robot macchina macchine ia chatbot computer risponditore automa ai_bot',
  asking:
    'quando quanti quante quanto che_ora quale quali costa costano prezzo chi_e chi_sono cosa mi_serve_un_agente_per dove_sono',
  topic:
    'riguardo perche circa inerente per_il_mio per_la_mia per_un_problema che_possa che_mi del_mio della_mia sul sulla sulle a_proposito relativo per_risolvere in_merito',
  me: 'io',
  you: 'lei voi tu',
}
