"""French."""

from dnam.rules.tongues.tongue import Tongue, persons

FRENCH = Tongue(
    code="fr",
    cue=r"je|j(?=')|mon|ma|mes|moi",
    subject="je ",
    elided="j'",
    openers=r"salut|bonjour|bonsoir|coucou|hello|hey|oui|non|ok|ah|oh|bon|bah|ben|alors|au fait|tiens|btw"
    r"|en fait|et|mais"
    r"|tout le monde|à tous|les amis|moi(?=,? (?:je|j'))|perso|personnellement|pour info|correction"
    r"|maintenant|actuellement"
    r"|depuis (?:\d{4}|(?:\p{L}+|\d+) (?:ans?|mois|semaines))",
    fillers=r"maintenant|actuellement|aussi|vraiment|beaucoup|bien|toujours|trop|désormais|en ce moment"
    r"|à présent|couramment"
    r"|un peu|énormément|surtout|malheureusement|personnellement"
    r"|depuis (?:\d{4}|(?:\p{L}+|\d+) (?:ans?|années|mois|semaines?)|longtemps|peu|toujours)",
    joins=r"et|mais|puis|donc|car|parce que",
    doubt=r"mettons|disons|admettons|par exemple|dirait|si|s(?='ils?)|quand|lorsque|aimerais|voudrais"
    r"|pourrais|serais|aurais|devrais|habiterais|vivrais"
    r"|rêv\p{L}*|espère"
    r"|peut-être|sûrement|probablement|apparemment|para[iî]t|semble|dit|dis|disait|disent|dire|disant"
    r"|racont\p{L}*"
    r"|prétend\p{L}*|croi[st]|croyais|pens\p{L}*|imagin\p{L}*|suppos\p{L}*|demand\p{L}*|avant|autrefois"
    r"|jadis|étais"
    r"|habitais|vivais|travaillais|avais|étant|aujourd'hui|hier|demain|ce soir|ce matin|bientôt|prochaine?"
    r"|plus tard"
    r"|un jour|vais|veux|ou|comme si|presque|jeu|personnage|rôle|chanson|parfois|semblant|selon|d'après"
    r"|envie|écri\p{L}*",
    never=r"je|tu|il|elle|on|nous|vous|ils|elles|me|te|se|moi|toi|lui|leurs?|ça|cela|ceci|ce|cet|cette|ces"
    r"|que|qu(?=')|qui"
    r"|quoi|où|comment|pourquoi|pas|ne|n(?=')|rien|personne|aucune?|jamais|tes|ton|ta|votre|vos|mon|ma|mes"
    r"|tout|tous|toute"
    r"|la vie|ma vie|ici|là|j(?=')|c(?=')|t(?=')|m(?=')",
    nowhere=r"ville|campagne|montagne|banlieue|maison|appartement|appart|colocation|coloc|couple|famille"
    r"|paix|étranger"
    r"|étage|côté|deux|trois|proximité|domicile|internat|résidence|centre|bord|ferme|village|hôtel|studio"
    r"|rue|bout|face"
    r"|chez|enfer|bulle|télétravail|intérim|temps|mi-temps|nuit|distance|alternance|loin|seule?|ensemble"
    r"|près|jour|peur"
    r"|attendant|concert|équipe|silence|retard",
    lists={
        "COUNT": r"une?|deux|trois|quatre|cinq|six|[1-9]",
        "PETS": "chiens?|chiennes?|chats?|chattes?|chatons?|chiots?|hamsters?|lapins?|lapines?"
        "|cochons? d'inde|chevaux|cheval"
        "|jument|perroquets?|perruches?|tortues?|poissons?(?: rouges?)?|serpents?|rats?|souris|poules?"
        "|chèvres?|ânes?"
        "|canards?|oies?|furets?|oiseaux?|labrador|caniche",
        "KIN": "fils|filles?|enfants?|frères?|sœurs?|soeurs?|jumeaux|jumelles|femme|mari|mère|père|maman"
        "|papa|mamie|papi"
        "|grand-mère|grand-père|copine|copain|fiancée?|petits-enfants|tante|oncle|neveux?|nièces?"
        "|cousine?s?|bébé",
        "ADJ": r"(?:(?:petite?s?|grande?s?|vieille|vieux|jeune|gros|grosse) )?",
        "LANGS": r"(?:l'|le )?(?:français|anglais|allemand|espagnol|italien|portugais|néerlandais|polonais"
        r"|russe|ukrainien|turc"
        "|arabe|chinois|mandarin|japonais|coréen|grec|suédois|danois|norvégien|finnois|tchèque|hongrois"
        "|roumain|croate"
        "|hébreu|persan|hindi|latin|breton|basque|catalan|occitan|créole|wolof|kabyle|berbère|vietnamien"
        "|espéranto)",
        "DIETS": "végétarien(?:ne)?|végane?|vegan|végétalien(?:ne)?|pescétarien(?:ne)?|flexitarien(?:ne)?",
        "JOBS": "professeure?|prof|enseignante?|médecin|infirmi(?:er|ère)|ingénieure?|étudiante?"
        "|lycéen(?:ne)?|développeu(?:r|se)"
        "|programmeu(?:r|se)|cuisini(?:er|ère)|boulang(?:er|ère)|menuisi(?:er|ère)|électricien(?:ne)?"
        "|avocate?|polici(?:er|ère)"
        "|vendeu(?:r|se)|architecte|graphiste|coiffeu(?:r|se)|retraitée?|journaliste|comptable"
        "|mécanicien(?:ne)?|pharmacien(?:ne)?"
        "|agricult(?:eur|rice)|plombi(?:er|ère)|instit(?:uteur|utrice)?|dentiste|traducteur|traductrice",
        "DATE": r"(?:\d{1,2}|1er) (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre"
        r"|novembre|décembre)"
        r"(?: \d{4})?",
        "TO": "à l'|à la |à |aux? |en ",
        "OF": "d'|de la |de l'|de |du |des ",
    },
    thirds=persons(
        """
        habite=habite n'habite=n'habite vit=vis travaille=travaille s'appelle=m'appelle est=suis a=ai
        aime=aime n'aime=n'aime adore=adore déteste=déteste parle=parle mange=mange vient=viens
        """
    ),
    table=r"""
home: (?:j'|je )(?:habite|vis|réside) (?:à |en |aux? |dans le |dans la |sur )?<place>
near: (?:j'|je )(?:habite|vis) (?:près|à côté|pas loin|non loin|aux alentours) (?:[OF])<place>
home: j'ai (?:(?:récemment|enfin|juste) )?(?:dém|emm)énagé (?:à|en|au|aux) <place>
home: je viens (?:de |d')(?:dém|emm)énager (?:à|en|au|aux) <place>
home: je me suis installée? (?:à|en|au|aux) <place>
home over: je (?:n'habite|ne vis) plus (?:à |en |aux? |dans le |dans la )?<place>
home over: (?:j'|je )(?:habite|vis) plus (?:à|en|aux?) <place>
employer: je (?:travaille|bosse|taffe) chez <employer>
employer: je (?:travaille|bosse) pour <place>
employer: je (?:travaille|bosse) (?:dans|à) <employer:(?:une? |la |le |l').+>
employer: je (?:travaille|bosse) <employer:au .+>
employer over: je ne (?:travaille|bosse) plus (?:chez|pour|au|dans|à la|à) <employer>
job: je (?:travaille|bosse) comme <job>
job: je suis (?:une? )?<listed:(?:[JOBS])(?: (?:de |d'|en )?[\p{L}-]+)?>
job over: je ne (?:travaille|bosse) plus comme <job>
job over: je ne suis plus <listed:[JOBS]>
name: je m'appelle <name>
name: (?:mon prénom|mon nom),? (?:c'est|est) <name>
name: moi,? c'est <name>
age: j'ai <age> ans
age: je viens d'avoir <age> ans
birthday: mon anniversaire,? (?:c'est|est|tombe) le <listed:[DATE]>
birthday: je suis née? le <listed:[DATE]>
origin: je (?:viens|suis)(?: originaire)? (?:[OF])<place:(?-i:\p{Lu}).+>
origin: je suis née? (?:à|en|au|aux) <place>
origin: j'ai grandi (?:à|en|au|aux) <place>
language: je parle <listed:(?:[LANGS])(?:(?:, | et |, et )(?:[LANGS]))*>
likes: (?:j'|je )(?:aime|adore|kiffe|préfère) <thing>
likes: (?:mon|ma) (?:\p{L}+ ){1,2}préférée?,? (?:c'est|est) <thing>
hates: je (?:déteste|hais) <thing>
hates: je (?:ne )?supporte pas <thing>
hates: (?:je n'|j')aime (?:pas|plus)(?: trop| du tout| vraiment)? <thing>
allergy: je suis (?:très |sévèrement )?(?:allergique|intolérante?) (?:[TO])<thing>
allergy: j'ai une (?:allergie|intolérance) (?:[TO])<thing>
diet: je suis (?:une? )?<listed:[DIETS]>
diet: je (?:ne )?mange <listed:(?:pas|plus|jamais) (?:de |d')(?:viande|porc|bœuf|poisson|gluten|sucre
    |produits laitiers|œufs)>
diet: je (?:ne )?bois <listed:(?:pas|plus|jamais) d'alcool>
diet over: je (?:ne )?suis plus <listed:[DIETS]>
pet: j'ai <listed:(?:[COUNT]) [ADJ](?:[PETS])>(?: (?:noire?s?|blanc(?:he)?s?|rousse?s?|roux))?
    (?: (?:qui s'appelle(?:nt)?|nommée?s?|appelée?s?) <called>)?
pet: (?:mon|ma|mes) [ADJ](?:[PETS]) s'appelle(?:nt)? <called>
family: j'ai <listed:(?:[COUNT]) [ADJ](?:[KIN])>(?: (?:qui s'appelle(?:nt)?|nommée?s?) <called>)?
family: (?:mon|ma|mes) [ADJ](?:[KIN]) s'appelle(?:nt)? <called>
""",
)
