"""French, Spanish, Portuguese and Italian: many imperatives look like "he writes"."""

from dnam.rules.admit.tongues.values import Tongue

FRENCH = Tongue(
    before=r"s'il (?:te|vous) pla[iî]t|stp|svp|maintenant|alors|donc|et|ou|mais|puis|ensuite|hé|salut|ok"
    r"|bot|assistant|important|ia|que?|qu'"
    r"|souviens-toi|rappelle-toi|n'oublie pas|retiens|note(?:z)?(?: bien)?|sache|sachez|règle",
    orders=r"\p{L}+-(?:moi|toi|nous|lui|leur|vous)(?<!(?:rappelle|souviens|appelez|rendez|chez|entre|avec"
    r"|avez|êtes|allez)-\p{L}+)"
    r"|(?:ne |n')?(?:réponds|écris|dis|fais|sois|traduis|décris|agis|obéis|désobéis|finis|mets|prends|lis"
    r"|choisis|contredis|tais|produis|maintiens|cesse)"
    r"(?!-tu)"
    r"|(?:ne |n')?(?:ignor|oubli|répond|expliqu|tradui[st]|décriv|donn|racont|montr|imagin|agiss|écriv"
    r"|résum|parl|utilis|jou|comport|trait|respect|révél"
    r"|simul|obéiss|adopt|termin|commenc|refus|mentionn|appel|consid[ée]r|contourn|dit|répét|désobéiss"
    r"|cess|insult|félicit|prétend)ez"
    r"|soyez|faites|dites|imagine que tu|suppose que tu",
    maybe=r"(?:ne |n')?(?:ignore|oublie|parle|utilise|explique|joue|commence|termine|répète|traite|adopte"
    r"|considère|refuse|mentionne|raconte|donne|imagine"
    r"|simule|contourne|révèle|remplace|néglige|supprime|efface|insulte|imite|respecte|appelle|prétends"
    r"|accepte|évite)",
    marks=r"en (?:anglais|français|espagnol|allemand|vers|rimes?|majuscules|\p{L}+ais)(?!\p{L})"
    r"|comme (?:si|un|une|le|la)|toutes? (?:les|tes|mes|ces) (?:règles?|instructions?"
    r"|consignes?|directives?|réponses?|limites?|questions?)|(?:les|tes|mes|ces) (?:règles?|instructions?"
    r"|consignes?|directives?)|(?:chaque|tes|ta) (?:réponses?|phrases?|messages?)"
    r"|le rôle|tout ce (?:que|qui)|ce qui précède|par (?:oui|non)|que tu|tes|ton|ta|mot de passe"
    r"|dans le rôle|à tout le monde",
    told=r"son|sa|ses|leurs?|se|s'|avec (?:lui|elle|eux)|de temps en temps|souvent|parfois",
    joins=r"et|ou|mais|puis",
    mine=r"je|j'|nous|on",
    your=r"ton|ta|tes|votre|vos",
    you=r"tu|vous|t'",
    agrees=r"(?=\s*(?:ne |n'|me |m'|te |t'|lui |le |la |l'|les |en |y |nous )*(?:\p{L}+(?:s|x|ez|as"
    r"|êtes)|faites|dites|[^,.!?]{0,60}?(?:es|êtes|dois|vas|seras|peux))(?!\p{L}))",
    second=r"seras|devras|répondras|parleras",
    must=r"(?:tu|vous)(?: ne| n')? ?(?:dois|devez|devras|vas|allez|peux|pouvez|as|avez|seras|serez)"
    r"|il faut que tu|tu es (?:obligé|tenu|libre|forcé)e?",
    that=r"que?|qu'|quand|si|lorsque|parce qu(?:e|')|afin qu(?:e|')|pour qu(?:e|')",
    now=r"à partir de (?:maintenant|aujourd'hui|ce moment|là)|dès (?:maintenant|à présent|aujourd'hui)"
    r"|désormais|dorénavant|à l'avenir|à présent",
    ever=r"toujours|jamais|ne jamais|uniquement|seulement|exclusivement|systématiquement|ne pas",
    bare=r"répondre|parler|écrire|dire|ignorer|oublier|utiliser|mentionner|obéir|traduire|répéter|refuser"
    r"|agir|faire semblant|terminer|commencer"
    r"|s'exprimer|suivre|désobéir|insulter|accepter|révéler",
    rules=r"(?:instruction|consigne|règle|directive|restriction|ordre|limite|limitation|filtre"
    r"|prompt)s?(?!\p{L})|précédent\p{L}*|ci-dessus|plus haut",
    undo=r"ignore[sz]?|oublie[sz]?|néglige[sz]?|contourne[sz]?|enfrein(?:s|ez)|désobéi(?:s|ssez)"
    r"|supprime[sz]?|efface[sz]?|viole[sz]?",
    machine=r"(?:l'|le |la |ce |cet |cette |chaque |notre )?(?:chat)?(?:bot|ia|assistante?|modèle|dnam)",
    answers=r"(?:toutes |chaque |tes |les |la |ses |futures? )*(?:réponses?|messages?|répliques?)",
    said=r"(?:réponse|message|phrase|rôle|nom)s?",
    each=r"(?:dans|après|avant|à) (?:chaque|toutes? (?:les|tes)|chacune de (?:tes|vos)) (?:réponse"
    r"|message)s?",
    duty=r"(?:ne )?(?:doit|doivent|devra|devront|devrait|devraient|est tenue?|faut)",
    wishes=r"veut|voudrait|préfère|souhaite|exige|aimerait",
    rights=r"(?:permission|autorisation|droit|autorisée?|accès)(?!\p{L})[^.!?]{0,40}?"
    r"(?<!\p{L})(?:dms?|mps?|(?:messages|salons|conversations) privée?s)",
    says=r"dit|disait|a dit|pense|écrit|a écrit|répète|affirme",
)

SPANISH = Tongue(
    before=r"por favor|porfa|ahora|entonces|y|e|o|pero|luego|oye|hola|ok|bot|asistente|importante|ia|que"
    r"|de que|recuerda(?: bien)?|recuerde|acuérdate|no olvides"
    r"|ten en cuenta|anota|apunta|sabe|regla",
    orders=r"(?:haz(?:te|lo|me)?|di(?:me|le|les|nos|lo)?|sé|pon(?:te|le)?|dame|dale|finge|compórtate"
    r"|cuéntame|explícame|tradúce(?:me|lo)?|respónde(?:me|le|les)?|escríbe(?:me|lo|le)?"
    r"|háblame|háblales?|llámame|llámale|hazte|imagínate|considérate|refiérete|dirígete|olvídate"
    r"|ignóral[oa]s?|trátame|repíteme|muéstrame|obedéceme|haga|sea|diga(?:me|le)?"
    r"|responda|hable|escriba|ignore|olvide|actúe|finja|traduzca|use|utilice|llámeme|obedezca|compórtese"
    r"|explique|repita|conteste|termine|empiece|revele"
    r"|simule|desobedezca|rompa)(?=\s+\p{Ll}|\s*[,:!]|\s*$)"
    r"|(?:no|nunca|jamás) (?:me |le |les |lo |la )?(?:respondas|hables|digas|escribas|menciones|contestes"
    r"|uses|utilices|reveles|ignores|olvides|obedezcas|rompas|sigas|hagas"
    r"|seas|te niegues|rechaces|traduzcas|expliques|cuentes|preguntes|te disculpes|discutas)"
    r"|(?:no|nunca|jamás) (?:me|nos|le|les|lo|la) (?!gust|encant|import)\p{L}+[ae]s",
    maybe=r"responde|contesta|habla|escribe|ignora|olvida|actúa|llama|usa|utiliza|traduce|repite|obedece"
    r"|trata|empieza|termina|explica|interpreta|resume|describe"
    r"|cuenta|imita|simula|muestra|revela|sigue|imagina|comienza|acaba|rompe|desobedece|considera|acepta"
    r"|adopta|sáltate|juega",
    marks=r"en (?:inglés|español|francés|alemán|verso|rima|mayúsculas|\p{L}+és)(?!\p{L})|como (?:si|un"
    r"|una|el|la)(?!\p{L})|(?:todas?|cada|tus|cualquier) (?:(?:las|tus|mis|los) )?(?:reglas?"
    r"|instrucciones|normas?|respuestas?|preguntas?|mensajes?|órdenes|frases?)|(?:las|tus"
    r"|mis) (?:instrucciones|reglas|normas|órdenes)(?! d)|el papel|el rol|lo anterior|todo lo"
    r"|que (?:eres|seas)|con (?:sí|no)(?!\p{L})|solo con|tu (?:papel|rol)|un (?:poema|cuento|ensayo"
    r"|chiste)|(?:siempre|solo|sólo) como"
    r"|al (?:inglés|español|francés)|a partir|desde (?:ahora|hoy)|cómo|contraseña|a todos"
    r"|del personaje",
    told=r"sus?|suy[oa]s?|se|en el trabajo|a menudo|a veces",
    joins=r"y|e|o|pero",
    mine=r"yo",
    your=r"tus?|vuestr[oa]s?",
    you=r"tú|usted|ustedes|vos",
    second=r"(?:ya )?(?:no )?eres|(?:ya )?(?:no )?tienes|estás (?:obligad|programad|autorizad|aquí)\p{L}*"
    r"|(?:me )?(?:hablas|respondes|contestas|escribes|actúas|finges|obedeces|ignoras|llamas)|fueras",
    wished=r"(?:me |le |te |lo )?(?:respondas|hables|digas|escribas|contestes|uses|ignores|olvides|seas"
    r"|actúes|finjas|llames|obedezcas"
    r"|hagas|trates|menciones|traduzcas|sigas|te comportes|utilices)",
    must=r"(?:no )?(?:debes|deberás|tienes que|has de|vas a|puedes|podrás|necesitas|deberías)",
    that=r"que|cuando|si|porque|para que",
    now=r"(?:a partir|desde) de? ?(?:ahora|hoy|este momento)|de (?:ahora|hoy) en adelante|desde (?:ahora"
    r"|hoy|ya)|en adelante|en el futuro",
    ever=r"siempre|nunca|jamás|solo|sólo|solamente|únicamente|exclusivamente",
    bare=r"responder|hablar|escribir|decir|ignorar|olvidar|usar|utilizar|mencionar|obedecer|traducir"
    r"|repetir|actuar|fingir|terminar|contestar|seguir|revelar|aceptar",
    rules=r"(?:instrucci[oó]n(?:es)?|reglas?|normas?|indicaciones|directrices|órdenes|restricciones"
    r"|límites|filtros?|prompts?)(?!\p{L})(?! d(?:e|el) (?:su|la|los|el|un))|anterior(?:es|mente)?"
    r"|arriba|previ[oa]s",
    undo=r"ignor(?:a|e|ad|en)|olvid(?:a|e|ad|en|ate)|olvídate de|desobedece|omite|omita|sáltate|rompe"
    r"|borra|elimina",
    machine=r"(?:el |la |este |esta |cada |nuestro )?(?:chat)?(?:bot|ia|asistente|modelo|dnam)",
    answers=r"(?:todas |todos |cada |tus |las |los |la |sus |futuras |próximas )*(?:respuestas?"
    r"|mensajes?|contestaci(?:ón|ones))",
    said=r"(?:respuesta|mensaje|frase|papel|rol|nombre)s?",
    each=r"(?:en|después de|antes de|con) (?:cada|todas (?:las|tus)) (?:respuesta|mensaje)s?",
    future=r"(?!atrás|detrás|jamás)\p{L}+(?:arás|erás|irás|drás)",
    duty=r"(?:no )?(?:debe|deben|deberá|deberán|debería|tiene que|tienen que|ha de|han de|puede|pueden)",
    wishes=r"quiere|quisiera|prefiere|desea|exige|espera",
    rights=r"(?:permiso|autorización|derecho|autorizad[oa]|acceso)(?!\p{L})[^.!?]{0,40}?"
    r"(?<!\p{L})(?:dms?|mds?|(?:mensajes|canales|conversaciones) (?:privad[oa]s|direct[oa]s))",
    says=r"dice|dijo|piensa|opina|escribió|escribe|decía",
)

PORTUGUESE = Tongue(
    before=r"por favor|agora|então|e|ou|mas|depois|oi|olá|ok|bot|assistente|importante|ia|que|de que"
    r"|lembr[ae](?:-te|-se)?|se lembre|não (?:se |te )?esqueç?as?|anot[ae]|guard[ae]|regra",
    orders=r"(?:me |nos |lhe )?(?:responda|fale|ignore|esqueça|escreva|diga|finja|aja|traduza|chame"
    r"|utilize|comporte-se|obedeça|faça|seja|explique|repita|conte|mostre|trate|revele"
    r"|descreva|resuma|imagine|considere|simule|desobedeça|atue|interprete|comece|termine|siga|use|elogie"
    r"|insulte|conclua|responde-me)(?:-me|-lhe|-se|-nos|-os|-as)?(?=\s+\p{Ll}|\s*[,:!]|\s*$)"
    r"|(?:responde|chama|diz|fala|escreve|conta|explica|trata|mostra|comporta|dá)-(?:me|te|nos|lhe)|sê"
    r"|faz de conta|finge"
    r"|(?:não|nunca|jamais) (?:me |lhe )?(?:respondas?|fal[ea]s?|digas?|escrevas?|menciones?|uses?"
    r"|reveles?|ignores?|esqueças?|obedeças?|faças?|sejas?|recuses?|traduzas?|sigas?|peças?)"
    r"(?<!nunca fala|não fala|jamais fala)"
    r"|(?:não|nunca|jamais) (?:me|nos|lhe|lhes) (?!gost|import|agrad)\p{L}+[ae]s|(?:dê|dá|deixe|põe"
    r"|ponha|faz|faça|tira|tire)-(?:me|nos|lhe)|(?:deixe|pare) de",
    maybe=r"responde|fala|escreve|ignora|esquece|age|atua|chama|usa|utiliza|traduz|repete|obedece|trata"
    r"|começa|termina|explica|interpreta|resume|descreve|conta|imita"
    r"|simula|revela|segue|imagina|desobedece|desconsidera|desconsidere|considera|aceita|quebra",
    marks=r"em (?:inglês|português|espanhol|francês|alemão|versos?|rimas?|maiúsculas|\p{L}+ês)(?!\p{L})"
    r"|como (?:se|um|uma|o|a)(?!\p{L})|(?:todas?|cada|tuas|suas|qualquer) (?:(?:as|tuas|minhas|os) )?"
    r"(?:regras?|instruções|normas?|respostas?|perguntas?|mensage(?:m|ns)|ordens|frases?)|(?:as|tuas"
    r"|minhas) (?:instruções|regras|normas|ordens)(?! d)|o papel|tudo o que|o que foi"
    r"|que (?:és|sejas|você é)|com (?:sim|não)(?!\p{L})|um (?:poema|conto|ensaio)|para (?:inglês"
    r"|português)|a partir|senha|a todos|do personagem",
    told=r"seus?|suas?|dele|dela|deles|se|no trabalho|muitas vezes|às vezes",
    joins=r"e|ou|mas",
    mine=r"eu",
    your=r"teus?|tuas?|vossos?",
    you=r"você|vocês|tu|vc|cê",
    second=r"és|(?:já )?(?:não )?tens(?= (?:de|que|um|uma|o|a|mais|regras)(?!\p{L}))"
    r"|(?:me )?(?:respondes|falas|escreves|finges|obedeces|ignoras|chamas)",
    wished=r"(?:me |te )?(?:respondas|fales|digas|escrevas|uses|ignores|esqueças|sejas|ajas|finjas"
    r"|chames|obedeças|faças|trates|traduzas|sigas|te comportes)",
    must=r"(?:você |tu )?(?:não )?(?:deves|deverás|tens (?:de|que)|vais|podes|precisas)|(?:você"
    r"|vc) (?:não )?(?:deve|deverá|tem que|tem de|vai|pode|precisa)",
    that=r"que|quando|se|porque|para que",
    now=r"a partir de (?:agora|hoje|já)|d(?:e|aqui) (?:agora|hoje|para a frente"
    r"|pra frente)(?: em diante)?|daqui em diante|de ora em diante|doravante|no futuro",
    ever=r"sempre|nunca|jamais|só|somente|apenas|exclusivamente",
    bare=r"responder|falar|escrever|dizer|ignorar|esquecer|usar|utilizar|mencionar|obedecer|traduzir"
    r"|repetir|agir|fingir|terminar|seguir|revelar|aceitar",
    rules=r"(?:instruç(?:ão|ões)|regras?|normas?|diretrizes|ordens|restrições|limites|filtros?"
    r"|prompts?)(?!\p{L})(?! d[oae]s? )|anterior(?:es|mente)?|acima|prévi[oa]s",
    undo=r"ignor(?:a|e|em)|esque(?:ce|ça|çam)(?: de)?|desconsider(?:a|e)|desobede(?:ce|ça)|omit[ae]"
    r"|quebr[ae]|apag(?:a|ue)|elimin[ae]",
    machine=r"(?:o |a |este |esta |cada |nosso )?(?:chat)?(?:bot|ia|assistente|modelo|dnam)",
    answers=r"(?:todas |todos |cada |tuas |suas |as |os |a |futuras |próximas )*(?:respostas?"
    r"|mensage(?:m|ns))",
    said=r"(?:respostas?|mensage(?:m|ns)|frases?|papel|nome)",
    each=r"(?:em|depois de|antes de|com) (?:cada|todas as(?: tuas)?) (?:respostas?|mensage(?:m|ns))",
    future=r"(?!atrás|detrás)\p{L}+(?:arás|erás|irás|drás)",
    duty=r"(?:não )?(?:deve|devem|deverá|deverão|deveria|tem que|tem de|têm que|têm de|pode|podem)",
    says=r"diz|disse|pensa|acha|escreveu|escreve|dizia",
)

ITALIAN = Tongue(
    before=r"per favore|ora|adesso|allora|e|ed|o|ma|poi|ehi|ciao|ok|bot|assistente|importante|ia|che"
    r"|ricorda(?:ti)?|ricordati bene|non dimenticare|tieni a mente|annota|segnati|sappi|regola|dai",
    orders=r"(?:rispondi(?:mi|gli|le)?|scrivi(?:mi|gli)?|di'|dì|dimmi|digli|fingi|fingiti|agisci|traduci"
    r"|ripeti|obbedisci|ubbidisci|segui|comportati|fai|resta|rimani|fa' |fammi|sii|dammi|chiamami"
    r"|spiegami"
    r"|raccontami|parlami|mostrami|trattami|descrivi|immagina di|rivolgiti|esprimiti|interpreta il ruolo"
    r"|disobbedisci|infrangi|aggira|disubbidisci|fingete|rispondete|ignorate|scrivete|dite|siate"
    r"|risponda|scriva|dica|finga|agisca|traduca|dimentichi|obbedisca|si comporti|mi chiami|usi|parli"
    r"|ignori|concludi|smetti|termina ogni|inizia ogni|usa solo)(?=\s+\p{Ll}|\s*[,:!]|\s*$)"
    r"|(?:non|mai) (?:mi |gli |ti )?\p{L}+(?:[aei]re|urre|[aeiu]r(?:mi|ti|gli|le|lo|la|li|ci|vi|si|ne))",
    maybe=r"parla|ignora|dimentica|usa|utilizza|chiama|racconta|spiega|trascura|imita|simula|rivela"
    r"|immagina|inizia|comincia|termina|recita|considera|accetta|tratta|salta|gioca|scorda|scordati"
    r"|dimenticati",
    marks=r"in (?:inglese|italiano|francese|spagnolo|tedesco|rima|versi|maiuscolo|\p{L}+ese)(?!\p{L})"
    r"|come (?:se|un|uno|una|il|la)(?!\p{L})|(?:tutt[ei]|ogni|le tue|qualsiasi) (?:(?:le|tue|i"
    r"|le tue) )?(?:regol[ae]"
    r"|istruzion[ei]|norm[ae]|rispost[ae]|domand[ae]|messagg[io]|ordini|fras[ei])|le (?:istruzioni"
    r"|regole|norme)(?! d)|il ruolo|tutto (?:ciò|quello)|di essere|che sei|con (?:sì|no)(?!\p{L})|d'ora"
    r"|da (?:ora|adesso)|password|a tutti|nel personaggio",
    told=r"suo|sua|suoi|sue|loro|si|al lavoro|spesso|a volte",
    joins=r"e|ed|o|ma",
    mine=r"io",
    your=r"tu[oae]|tuoi|vostr[oaei]",
    you=r"tu|voi",
    agrees=r"(?!\p{L})",
    second=r"(?:non )?hai|(?:non )?sei(?= (?:un|uno|una|il|lo|la|l'|un'|ora|adesso|solo|sempre|libero"
    r"|libera|mio"
    r"|mia|obbligat[oa]|autorizzat[oa]|programmat[oa]|davvero|in realtà)(?!\p{L}))"
    r"|sarai|(?:mi )?(?:risponder|parler|scriver|ignorer|user|obbedir|agir|comporter|far|dir|chiamer"
    r"|dimenticher)ai|(?:mi )?(?:rispondi|scrivi|obbedisci|agisci)|tu sia|fossi",
    must=r"(?:non )?(?:devi|dovrai|dovresti|puoi|potrai|hai il (?:dovere|compito))",
    that=r"che|quando|se|perché|affinché",
    now=r"d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi|questo momento)(?: in (?:poi|avanti))?|in futuro"
    r"|a partire da (?:ora|adesso|oggi)",
    ever=r"sempre|mai|solo|soltanto|solamente|unicamente|esclusivamente",
    bare=r"rispondere|parlare|scrivere|dire|ignorare|dimenticare|usare|utilizzare|menzionare|obbedire"
    r"|tradurre|ripetere|agire|fingere|terminare|seguire|rivelare|accettare",
    rules=r"(?:istruzion[ei]|regol[ae]|norm[ae]|direttiv[ae]|ordini|restrizioni|limiti|limitazioni"
    r"|filtri|prompt)(?!\p{L})(?! d(?:el|ella|ei|i) )|precedent[ei]|sopra",
    undo=r"ignor(?:a|i|ate)|dimentic(?:a|hi|ate|ati)|trascur(?:a|i)|disobbedisci|infrangi|aggira|salta"
    r"|cancella|scorda(?:ti)?",
    machine=r"(?:il |lo |la |l'|questo |questa |ogni |il nostro )?(?:chat)?(?:bot|ia|assistente|modello"
    r"|dnam)",
    answers=r"(?:tutte |tutti |ogni |le |i |la |tue |sue |future |prossime )*(?:rispost[ae]|messagg[io])",
    said=r"(?:rispost[ae]|messagg[io]|fras[ei]|ruolo|nome)",
    each=r"(?:in|dopo|prima di|con) (?:ogni|tutte le(?: tue)?) (?:rispost[ae]|messagg[io])",
    future=r"(?!samurai|erai)\p{L}+[aei]rai|dirai|farai|sarai|avrai|dovrai|potrai",
    duty=r"(?:non )?(?:deve|devono|dovrà|dovranno|dovrebbe|può|possono|ha il compito)",
    says=r"dice|disse|ha detto|pensa|scrive|ha scritto|diceva",
)
