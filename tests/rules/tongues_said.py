"""What people say of themselves in other languages, and what only looks like it: for `test_tongues.py`.

A statement is `tag | what is said`, with `=> fact` where the fact is not simply that. A trap gives nothing.
A table, longer than other modules because each language has its own.
"""

SAID = {
    "de": """
home | Ich wohne in Köln
home | Hallo zusammen, ich lebe seit 2019 in Frankfurt am Main! => Ich lebe seit 2019 in Frankfurt am Main
home | Ich bin letztes Jahr nach Leipzig gezogen
work | Ich arbeite bei Siemens
work | Ich arbeite als Krankenpfleger
name | Ich heiße Jürgen
age | Ich bin 34 Jahre alt
birthday | Mein Geburtstag ist der 12. März
origin | Ich komme aus Österreich
likes | Ich mag Kaffee und Kuchen
dislikes | Ich mag keinen Rosenkohl
health | Ich bin allergisch gegen Haselnüsse
diet | Übrigens bin ich Vegetarierin => Ich bin Vegetarierin
language | Ich spreche Deutsch, Englisch und Polnisch
pet | Ich habe zwei Katzen
pet | Mein Hund heißt Bello
family | Meine Tochter heißt Lena
home | Ich wohne nicht mehr in Köln
""",
    "nl": """
home | Ik woon in Utrecht
home | Ik ben naar Den Haag verhuisd
work | Ik werk bij Philips
work | Ik werk als kok
name | Ik heet Daan
age | Ik ben 28 jaar oud
birthday | Mijn verjaardag is 3 mei
origin | Ik kom uit België
likes | Ik hou van drop
dislikes | Ik hou niet van spruitjes
health | Ik ben allergisch voor noten
diet | Ik eet geen vlees
language | Ik spreek Nederlands en Frans
pet | Ik heb een hond die Max heet
family | Mijn zus heet Lotte
home | Ik woon niet meer in Utrecht
""",
    "fr": """
home | J'habite à Lyon
home | Salut, je vis au Canada depuis trois ans => Je vis au Canada depuis trois ans
home | Je viens de déménager à Marseille
work | Je travaille chez Renault
work | Je travaille comme infirmière
name | Je m'appelle Élodie
age | J'ai 31 ans
birthday | Mon anniversaire est le 4 juillet
origin | Je viens de Bretagne
likes | J'adore le fromage de chèvre
dislikes | Je n'aime pas les huîtres
health | Je suis allergique aux arachides
diet | Je suis végétarienne
language | Je parle français et espagnol
pet | J'ai un chat qui s'appelle Minou
family | Ma sœur s'appelle Claire
home | Je n'habite plus à Lyon
""",
    "es": """
home | Vivo en Sevilla
home | Hola a todos, me mudé a Buenos Aires => Me mudé a Buenos Aires
work | Trabajo en una farmacia
work | Trabajo como enfermero
name | Me llamo Íñigo
age | Tengo 25 años
birthday | Mi cumpleaños es el 8 de enero
origin | Soy de Colombia
likes | Me gusta el café con leche
dislikes | No me gustan las aceitunas
health | Soy alérgica a los cacahuetes
diet | Soy vegano
language | Hablo español, inglés y catalán
pet | Tengo dos gatos
pet | Mi perro se llama Toby
family | Mi hermana se llama Pilar
home | Ya no vivo en Sevilla
""",
    "pt": """
home | Eu moro em Coimbra
home | Mudei-me para o Porto
work | Trabalho na Galp
work | Trabalho como professor
name | Chamo-me João
age | Tenho 40 anos
birthday | Faço anos a 5 de outubro
origin | Sou do Brasil
likes | Gosto muito de bacalhau
dislikes | Não gosto de coentros
health | Sou alérgico a amendoim
diet | Sou vegetariana
language | Falo português e inglês
pet | Tenho um cão chamado Rex
family | A minha filha chama-se Inês
home | Já não moro em Coimbra
""",
    "it": """
home | Abito a Torino
home | Mi sono trasferita a Reggio Emilia
work | Lavoro alla Fiat
work | Lavoro come cuoco
name | Mi chiamo Giulia
age | Ho 29 anni
birthday | Il mio compleanno è il 2 giugno
origin | Vengo da Napoli
likes | Mi piace molto il gelato
dislikes | Non mi piacciono i funghi
health | Sono allergica alle noci
diet | Sono vegetariano
language | Parlo italiano e tedesco
pet | Ho un gatto che si chiama Micio
family | Mio fratello si chiama Luca
home | Non vivo più a Torino
""",
    "pl": """
home | Mieszkam w Krakowie
home | Niedawno przeprowadziłam się do Gdańska
work | Pracuję w szpitalu
work | Pracuję jako kucharz
name | Mam na imię Ola
age | Mam 22 lata
birthday | Moje urodziny są 9 maja
origin | Pochodzę z Poznania
likes | Uwielbiam pierogi
dislikes | Nie lubię grzybów
health | Mam alergię na orzechy
diet | Jestem wegetarianką
language | Mówię po polsku i po niemiecku
pet | Mam psa
pet | Mój kot wabi się Mruczek
family | Moja siostra ma na imię Kasia
home | Już nie mieszkam w Krakowie
""",
    "ru": """
home | Я живу в Казани
home | Недавно переехала в Санкт-Петербург
work | Я работаю в Яндексе
work | Работаю учителем
name | Меня зовут Света
age | Мне 27 лет
birthday | Мой день рождения 5 мая
origin | Я из Новосибирска
likes | Я люблю играть в шахматы
dislikes | Я не люблю кофе
health | У меня аллергия на мёд
diet | Я вегетарианка
language | Я говорю на русском и английском
pet | У меня есть собака Рекс
family | Мою сестру зовут Оля
home | Я больше не живу в Казани
""",
    "uk": """
home | Я живу у Львові
home | Переїхала до Одеси
work | Я працюю в бібліотеці
work | Працюю вчителькою
name | Мене звати Остап
age | Мені 33 роки
birthday | Мій день народження 7 червня
origin | Я з Полтави
likes | Я люблю борщ
dislikes | Мені не подобається кава
health | У мене алергія на горіхи
diet | Я вегетаріанець
language | Розмовляю українською та польською
pet | У мене є кіт
pet | Мого кота звати Мурчик
family | Мою доньку звуть Соломія
home | Я вже не живу у Львові
""",
    "tr": """
home | İzmir'de yaşıyorum
home | Ben Ankara'da oturuyorum
home | Geçen ay Bursa'ya taşındım
work | Bir bankada çalışıyorum
work | Garson olarak çalışıyorum
name | Benim adım İpek
age | 26 yaşındayım
birthday | Doğum günüm 3 Mayıs
origin | Ben Trabzonluyum
likes | Kahveyi çok seviyorum
dislikes | Mantar sevmiyorum
health | Fıstığa alerjim var
diet | Ben vejetaryenim
language | Türkçe ve İngilizce konuşuyorum
pet | İki kedim var
pet | Köpeğimin adı Karabaş
family | Kızımın adı Elif
home | Artık İzmir'de yaşamıyorum
""",
    "ar": """
home | أنا أسكن في عمّان
home | انتقلت إلى الدوحة
work | أعمل في مستشفى
work | أعمل مهندسة
name | اسمي ليلى
age | عمري 30 سنة
birthday | عيد ميلادي في 5 مايو
origin | أنا من مصر
likes | أحب القهوة
dislikes | لا أحب السمك
health | عندي حساسية من الفول السوداني
diet | أنا نباتية
language | أتكلم العربية والفرنسية
pet | عندي قطة اسمها لولو
family | ابنتي اسمها سارة
home | لم أعد أعيش في عمّان
""",
    "ja": """
home | 私は京都に住んでいます
home | 先月大阪に引っ越しました
work | トヨタに勤めています
work | 看護師として働いています
name | 私の名前は美咲です
age | 25歳です
birthday | 誕生日は5月3日です
origin | 北海道出身です
likes | 抹茶が大好きです
dislikes | 納豆が苦手です
health | 私は卵アレルギーです
diet | ベジタリアンです
language | 英語と韓国語が話せます
pet | 猫を二匹飼っています
family | 娘の名前はさくらです
home | もう京都には住んでいません
""",
    "zh": """
home | 我住在成都
home | 我上个月搬到了上海
work | 我在医院工作
work | 我是一名程序员
name | 我叫小明
age | 我今年28岁
birthday | 我的生日是5月3日
origin | 我来自云南
likes | 我喜欢打羽毛球
dislikes | 我不喜欢香菜
health | 我对花生过敏
diet | 我是素食者
language | 我会说中文和英语
pet | 我养了一只猫
family | 我女儿叫小美
home | 我不住在成都了
""",
    "ko": """
home | 저는 부산에 살고 있어요
home | 얼마 전에 서울로 이사했어요
work | 저는 삼성에 다녀요
work | 저는 간호사예요
name | 제 이름은 민수예요
age | 저는 24살이에요
birthday | 제 생일은 5월 3일이에요
origin | 저는 대구 출신이에요
likes | 저는 매운 음식을 좋아해요
dislikes | 저는 오이를 싫어해요
health | 저는 땅콩 알레르기가 있어요
diet | 저는 비건이에요
language | 저는 한국어와 영어를 할 수 있어요
pet | 고양이 두 마리를 키우고 있어요
family | 제 동생 이름은 지우예요
home | 이제 부산에 안 살아요
""",
}

TRAPS = {
    "de": """
Wohne ich in Köln?
Wohnst du in Köln?
Ich wohne nicht in Köln
Wenn ich in Köln wohne, wird alles besser
Ich würde gern in Köln wohnen
Früher habe ich in Köln gewohnt
Mein Bruder sagt, ich wohne in Köln
„Ich wohne in Köln“, hat er gesagt
Ich liebe Montage. Nicht.
Ich möchte nach Köln ziehen
Ich wohne in einer WG
Ich liebe dich
Ich bin müde
Ich komme gerade aus der Dusche
Ich mag es, wenn es regnet
Im Spiel heiße ich Gandalf
Er wohnt in Köln
Ich habe keinen Hund
""",
    "nl": """
Woon ik in Utrecht?
Woon jij ook in Utrecht?
Ik woon niet in Utrecht
Als ik in Utrecht woon, koop ik een fiets
Ik zou graag in Utrecht wonen
Vroeger woonde ik in Utrecht
Mijn broer zegt dat ik in Utrecht woon
"Ik woon in Utrecht", zei hij
Ik hou van maandagen, grapje
Ik ga naar Utrecht verhuizen
Ik hou van je
Ik ben moe
Ik woon in een flat
""",
    "fr": """
J'habite à Lyon ?
Est-ce que j'habite à Lyon ?
Je n'habite pas à Lyon
Si j'habite à Lyon, je prendrai le métro
J'aimerais habiter à Lyon
Avant, j'habitais à Lyon
Mon frère dit que j'habite à Lyon
« J'habite à Lyon », a dit Paul
J'adore les lundis, je rigole
Je vais déménager à Lyon
Je t'aime
Je suis fatiguée
J'habite en ville
Je viens de manger
J'aime ça
Il habite à Lyon
""",
    "es": """
¿Vivo en Sevilla?
¿Vives en Sevilla?
No vivo en Sevilla
Si vivo en Sevilla, iré a la feria
Me gustaría vivir en Sevilla
Antes vivía en Sevilla
Mi hermano dice que vivo en Sevilla
"Vivo en Sevilla", dijo Paco
Me encantan los lunes, es broma
Voy a mudarme a Sevilla
Te amo
Estoy cansado
Vivo en el campo
Me gustas
Vive en Sevilla
No tengo perro
""",
    "pt": """
Onde é que eu moro?
Moro em Coimbra?
Não moro em Coimbra
Se moro em Coimbra, vou a pé
Gostaria de morar em Coimbra
Antes morava em Coimbra
O meu irmão diz que moro em Coimbra
"Moro em Coimbra", disse o Rui
Adoro segundas-feiras, é brincadeira
Vou mudar-me para Coimbra
Eu te amo
Estou cansado
Moro no campo
Gosto disso
Mora em Coimbra
""",
    "it": """
Abito a Torino?
Dove abito?
Non abito a Torino
Se abito a Torino, prendo il tram
Vorrei abitare a Torino
Prima abitavo a Torino
Mio fratello dice che abito a Torino
"Abito a Torino", ha detto Paolo
Adoro i lunedì, scherzo
Andrò a vivere a Torino
Ti amo
Sono stanco
Abito in campagna
Mi piace questo
Abita a Torino
Sono di fretta
""",
    "pl": """
Czy mieszkam w Krakowie?
Mieszkasz w Krakowie?
Nie mieszkam w Krakowie
Gdybym mieszkała w Krakowie, byłoby łatwiej
Chciałabym mieszkać w Krakowie
Kiedyś mieszkałem w Krakowie
Brat mówi, że mieszkam w Krakowie
„Mieszkam w Krakowie”, powiedział Jan
Uwielbiam poniedziałki, żart
Przeprowadzę się do Krakowa
Kocham cię
Jestem zmęczona
Mieszkam w bloku
Lubię to
On mieszka w Krakowie
""",
    "ru": """
Я живу в Казани?
Где я живу?
Я не живу в Казани
Если я живу в Казани, то мне далеко
Я бы хотела жить в Казани
Раньше я жила в Казани
Брат говорит, что я живу в Казани
«Я живу в Казани», сказал он
Обожаю понедельники, шучу
Я собираюсь переехать в Казань
Я люблю тебя
Я устала
Я живу в общежитии
Мне это нравится
Он живёт в Казани
У меня нет собаки
""",
    "uk": """
Я живу у Львові?
Де я живу?
Я не живу у Львові
Якщо я живу у Львові, то далеко
Я б хотіла жити у Львові
Раніше я жила у Львові
Брат каже, що я живу у Львові
«Я живу у Львові», сказав він
Обожнюю понеділки, жартую
Я збираюся переїхати до Львова
Я кохаю тебе
Я люблю тебе
Я втомилася
Я живу в гуртожитку
Він живе у Львові
""",
    "tr": """
İzmir'de yaşıyor muyum?
Nerede yaşıyorum?
İzmir'de yaşamıyorum
İzmir'de yaşasam iyi olurdu
İzmir'de yaşamak istiyorum
Eskiden İzmir'de yaşıyordum
Kardeşim İzmir'de yaşıyorum dedi
"İzmir'de yaşıyorum" dedi Ali
Pazartesileri seviyorum, şaka
İzmir'e taşınacağım
Seni seviyorum
Yorgunum
Evde çalışıyorum
Bunu seviyorum
İzmir'de yaşıyor
Mutluyum
""",
    "ar": """
هل أسكن في عمّان؟
أين أسكن؟
لا أسكن في عمّان
لو أسكن في عمّان لكان أفضل
أريد أن أسكن في عمّان
كنت أسكن في عمّان
أخي يقول أنا أسكن في عمّان
«أنا أسكن في عمّان» قال أحمد
أحب يوم الاثنين، أمزح
سأنتقل إلى عمّان
أحبك
أنا متعبة
أسكن في شقة
أحب هذا
هو يسكن في عمّان
""",
    "ja": """
私は京都に住んでいますか？
どこに住んでいますか
京都には住んでいません
もし京都に住んでいたら楽しい
京都に住みたいです
昔は京都に住んでいました
弟は京都に住んでいます
「京都に住んでいます」と彼は言った
月曜日が大好きです、冗談です
来年京都に引っ越します
あなたが好きです
疲れました
寮に住んでいます
これが好きです
京都に住んでいるらしい
京都に住んでいるよね
""",
    "zh": """
我住在成都吗？
你知道我住哪儿吗
我不住在成都
如果我住在成都就好了
我想住在成都
我以前住在成都
我弟弟说我住在成都
“我住在成都”，他说
我喜欢星期一，开玩笑
我明年要搬到成都
我爱你
我累了
我住在宿舍
我喜欢这个
他住在成都
我叫外卖了
""",
    "ko": """
저는 부산에 살고 있나요?
제가 어디에 살아요?
저는 부산에 살지 않아요
제가 부산에 살면 좋겠어요
부산에 살고 싶어요
예전에 부산에 살았어요
동생이 부산에 산대요
"저는 부산에 살고 있어요"라고 했어요
월요일을 좋아해요, 농담이에요
내년에 부산으로 이사할 거예요
너를 사랑해
피곤해요
기숙사에 살고 있어요
이거 좋아해요
친구는 부산에 살아요
""",
}


FRESH = {
    "de": """
home | Moin, ich wohn seit drei Jahren in Hamburg => Ich wohn seit drei Jahren in Hamburg
work | Ich arbeite in einer Apotheke
pet | Ich habe einen Hund namens Rocky
diet | Ich esse kein Schweinefleisch
likes | Meine Lieblingsfarbe ist Grün
trap | Ich habe mal in Hamburg gewohnt
trap | Ich wohne bald in Hamburg
trap | Keine Ahnung, ob ich in Hamburg wohne
trap | Ich hasse mein Leben
trap | Mein Nachbar wohnt in Hamburg und arbeitet bei Siemens
home | ich wohn in berlin => Ich wohn in berlin
likes | Ich liebe Pizza!! => Ich liebe Pizza
family | Mein Sohn heißt Max und ist 5 => Mein Sohn heißt Max
trap | Ich wohne gefühlt in der Uni
trap | Ich liebe es hier
trap | Ich arbeite an einem Projekt
trap | Ich bin Batman
trap | Schön wär's, ich wohne in Köln
trap | Ich bin 20 Minuten zu spät
trap | Ich heiße das nicht gut
trap | Ich wohne ja quasi im Büro
trap | Ich habe zwei Kinder gesehen
trap | Ich arbeite bis 18 Uhr
trap | Ich liebe euch alle
""",
    "nl": """
home | Hoi allemaal, ik woon al vijf jaar in Gent => Ik woon al vijf jaar in Gent
work | Ik ben verpleegkundige
likes | Ik vind schaken leuk
pet | Mijn kat heet Minoes
age | Ik ben net 30 geworden
trap | Ik woonde vroeger in Gent
trap | Misschien woon ik straks in Gent
trap | Mijn moeder woont in Gent
trap | Ik wil een hond
trap | Ik haat dit weer
home | ik woon in amsterdam => Ik woon in amsterdam
health | Ik heb een notenallergie
likes | Ik ben dol op pizza
family | Mijn zoon heet Tim
trap | Ik werk aan een project
trap | Ik hou van deze server
trap | Ik ben klaar
trap | Ik wou dat ik in Rome woonde
trap | Stel, ik woon in Rome
trap | Ik vind dit leuk
trap | Ik ben 20 minuten te laat
trap | Ik hou van jullie
trap | Ik woon praktisch op kantoor
trap | Ik werk tot zes uur
trap | Ik heb twee kinderen gezien
""",
    "fr": """
home | Moi j'habite à Bordeaux => J'habite à Bordeaux
work | Je suis développeuse web
likes | Mon film préféré c'est Amélie
family | J'ai deux enfants
language | Je parle un peu japonais
trap | J'ai habité à Bordeaux
trap | J'habiterai à Bordeaux l'année prochaine
trap | Tu crois que j'habite à Bordeaux
trap | Je déteste ce temps
trap | Ma copine habite à Bordeaux
home | j'habite à paris => J'habite à paris
dislikes | J'aime pas le café
pet | Mon chien s'appelle Rex
work | Je suis prof de maths
trap | J'habite chez mes parents
trap | J'adore ce serveur
trap | Je suis prêt
trap | Je suis d'accord
trap | On dirait que j'habite à Rome
trap | J'aime bien ton idée
trap | J'ai 20 minutes de retard
trap | Je vous aime
trap | J'habite presque au bureau
trap | Je travaille jusqu'à six heures
trap | Je suis à Paris
""",
    "es": """
home | Buenas, vivo en Ciudad de México desde 2020 => Vivo en Ciudad de México desde 2020
work | Soy profesora de inglés
age | Acabo de cumplir 30 años
likes | Mi comida favorita es la paella
family | Tengo tres hijos
trap | Vivía en Ciudad de México
trap | Ojalá viviera en Madrid
trap | Mi prima vive en Madrid
trap | Quiero un perro
trap | Odio este calor
home | vivo en madrid => Vivo en madrid
likes | Me encanta la pizza
pet | Mi gata se llama Luna
dislikes | Odio madrugar
trap | Soy yo
trap | Tengo hambre
trap | Vivo con mis padres
trap | Me gusta tu idea
trap | Soy de los que duermen poco
trap | Me gusta esta canción
trap | Tengo 20 minutos de retraso
trap | Os quiero
trap | Trabajo hasta las seis
trap | Soy de tu equipo
trap | Me llamo a mí mismo tonto
""",
    "pt": """
home | Oi gente, eu moro em São Paulo => Eu moro em São Paulo
work | Eu sou enfermeira
likes | A minha cor favorita é o azul
pet | Tenho dois gatos
birthday | O meu aniversário é dia 3 de março
trap | Já morei em São Paulo
trap | Quero morar em São Paulo
trap | A minha tia mora em São Paulo
trap | Odeio isto
trap | Será que moro longe
home | moro em lisboa => Moro em lisboa
likes | Adoro pizza
pet | O meu gato chama-se Tobias
origin | Sou de São Paulo
trap | Sou eu
trap | Tenho fome
trap | Moro com os meus pais
trap | Gosto da tua ideia
trap | Sou de opinião que chove
trap | Gosto desta música
trap | Tenho 20 minutos de atraso
trap | Amo vocês
trap | Trabalho até às seis
trap | Sou da tua equipa
trap | Estou em Lisboa
""",
    "it": """
home | Ciao a tutti, vivo a Milano da due anni => Vivo a Milano da due anni
work | Faccio il panettiere
likes | Il mio colore preferito è il verde
family | Ho due figlie
language | Parlo bene il francese
trap | Ho vissuto a Milano
trap | Vivrei volentieri a Milano
trap | Mia zia vive a Milano
trap | Odio questo caldo
trap | Mi chiamo fuori
home | vivo a roma => Vivo a roma
likes | Adoro la pizza
pet | Il mio cane si chiama Fido
origin | Sono di Firenze
trap | Sono io
trap | Ho fame
trap | Vivo con i miei
trap | Mi piace la tua idea
trap | Sono d'accordo
trap | Mi piace questa canzone
trap | Ho 20 minuti di ritardo
trap | Vi amo
trap | Lavoro fino alle sei
trap | Sono della tua squadra
trap | Sono a Roma
""",
    "pl": """
home | Cześć, od 2018 mieszkam we Wrocławiu => Mieszkam we Wrocławiu
work | Jestem programistką
likes | Mój ulubiony kolor to zielony
family | Mam dwie córki
language | Znam angielski
trap | Mieszkałam we Wrocławiu
trap | Chyba mieszkam za daleko
trap | Moja ciocia mieszka we Wrocławiu
trap | Nienawidzę tego
trap | Mam dość
home | mieszkam w warszawie => Mieszkam w warszawie
likes | Kocham pizzę
pet | Mój pies wabi się Reks
work | Jestem lekarką
trap | Mam pytanie
trap | Jestem gotowy
trap | Mieszkam z rodzicami
trap | Lubię twój pomysł
trap | Jestem za
trap | Lubię tę piosenkę
trap | Mam 20 minut spóźnienia
trap | Kocham was
trap | Pracuję do szóstej
trap | Jestem z tobą
trap | Jestem w Krakowie
""",
    "ru": """
home | Всем привет, живу в Москве уже пять лет => Живу в Москве уже пять лет
work | Я — программист
likes | Мне нравится осень
family | У меня двое детей
pet | Мою кошку зовут Мурка
trap | Я жил в Москве
trap | Хочу жить в Москве
trap | Моя тётя живёт в Москве
trap | Ненавижу это
trap | Мне 5 минут до дома
home | живу в москве => Живу в москве
likes | Обожаю пиццу
pet | У меня есть кошка
work | Я работаю врачом
trap | У меня вопрос
trap | Я готов
trap | Живу с родителями
trap | Мне нравится твоя идея
trap | Я за
trap | Мне нравится эта песня
trap | Мне 20 минут ехать
trap | Люблю вас
trap | Работаю до шести
trap | Я из дома
trap | Я в Москве
""",
    "uk": """
home | Привіт усім, я живу в Києві => Я живу в Києві
work | Я програмістка
likes | Мені подобається осінь
family | У мене двоє дітей
language | Знаю англійську
trap | Я жив у Києві
trap | Хочу жити в Києві
trap | Моя тітка живе в Києві
trap | Ненавиджу це
trap | Може, я живу занадто далеко
home | живу в києві => Живу в києві
likes | Обожнюю піцу
pet | У мене є собака
work | Я працюю лікарем
trap | У мене питання
trap | Я готовий
trap | Живу з батьками
trap | Мені подобається твоя ідея
trap | Я за
trap | Мені подобається ця пісня
trap | Мені 20 хвилин їхати
trap | Люблю вас
trap | Працюю до шостої
trap | Я з дому
trap | Я в Києві
""",
    "tr": """
home | Selam, beş yıldır Eskişehir'de yaşıyorum => Beş yıldır Eskişehir'de yaşıyorum
work | Ben bir yazılımcıyım
likes | En sevdiğim renk mavi
family | İki çocuğum var
language | Biraz Almanca biliyorum
trap | İzmir'de yaşardım
trap | Keşke İzmir'de yaşasam
trap | Teyzem İzmir'de yaşıyor
trap | Bundan nefret ediyorum
trap | Köpeğim yok
home | ankara'da yaşıyorum => Ankara'da yaşıyorum
likes | Pizzayı seviyorum
pet | Bir köpeğim var
work | Ben doktorum
trap | Hazırım
trap | Bir sorum var
trap | Ailemle yaşıyorum
trap | Fikrini seviyorum
trap | Açım
trap | Bu şarkıyı seviyorum
trap | 20 dakika geç kaldım
trap | Sizi seviyorum
trap | Altıya kadar çalışıyorum
trap | Sınava çalışıyorum
trap | İstanbul'dayım
""",
    "ar": """
home | مرحبا، أنا أعيش في القاهرة => أنا أعيش في القاهرة
work | أنا مبرمج
likes | أعشق كرة القدم
family | لدي ثلاثة أطفال
language | أتحدث الإنجليزية بطلاقة
trap | عشت في القاهرة
trap | أتمنى أن أعيش في القاهرة
trap | خالتي تعيش في القاهرة
trap | أكره هذا
trap | ليس عندي قطة
home | انا اعيش في بغداد
likes | أحب البيتزا
pet | عندي كلب
work | أعمل طبيبا
trap | عندي سؤال
trap | أنا جاهز
trap | أعيش مع أهلي
trap | أحب فكرتك
trap | أنا معك
trap | أحب هذه الأغنية
trap | تأخرت 20 دقيقة
trap | أحبكم
trap | أعمل حتى السادسة
trap | أنا في بغداد
trap | أنا من قال ذلك
""",
    "ja": """
home | こんにちは、東京に住んでます => 東京に住んでます
work | 会社員です
likes | ラーメンが好き
family | 妹がいます
origin | 大阪で生まれ育ちました
trap | 東京に住んでいました
trap | いつか東京に住みたいな
trap | 叔母は東京に住んでいます
trap | これ嫌い
trap | 犬を飼っていません
home | 大阪に住んでるよ
likes | ピザが好きです
pet | 犬を飼っています
work | 医者です
trap | 質問があります
trap | 準備できました
trap | 両親と住んでいます
trap | そのアイデア好きです
trap | 東京に行きます
trap | この曲が好きです
trap | 20分遅れます
trap | みんなが好きです
trap | 6時まで働いています
trap | 東京にいます
trap | 彼女が好きです
""",
    "zh": """
home | 大家好，我住在深圳 => 我住在深圳
work | 我是医生
likes | 我最喜欢的颜色是蓝色
family | 我有两个孩子
language | 我会说粤语
trap | 我曾经住在深圳
trap | 我希望住在深圳
trap | 我阿姨住在深圳
trap | 我讨厌这样
trap | 我没有养猫
home | 我住在北京
likes | 我爱吃火锅
pet | 我有一只狗
work | 我是医生
trap | 我有一个问题
trap | 我准备好了
trap | 我和父母住
trap | 我喜欢你的想法
trap | 我去上海
trap | 我喜欢这首歌
trap | 我迟到20分钟
trap | 我爱你们
trap | 我工作到六点
trap | 我在北京
trap | 我在家工作
""",
    "ko": """
home | 안녕하세요, 저는 인천에 살아요 => 저는 인천에 살아요
work | 저는 개발자입니다
likes | 제가 제일 좋아하는 색은 파란색이에요
family | 딸이 두 명 있어요
origin | 저는 한국 사람이에요
trap | 인천에 살았어요
trap | 언젠가 인천에 살고 싶어요
trap | 이모는 인천에 살아요
trap | 이거 싫어요
trap | 강아지가 없어요
home | 서울에 살아
likes | 피자를 좋아해
pet | 강아지를 키워요
work | 저는 의사예요
trap | 질문이 있어요
trap | 준비됐어요
trap | 부모님과 살아요
trap | 그 생각 좋아해요
trap | 서울에 가요
trap | 이 노래를 좋아해요
trap | 20분 늦어요
trap | 여러분을 사랑해요
trap | 여섯 시까지 일해요
trap | 서울에 있어요
trap | 집에서 일해요
""",
}
"""Written after the rules were, to see how they do with what they were not made for."""


def statements() -> list[tuple[str, str, str, str]]:
    """Give language, topic, what is said and the fact of every statement."""
    found = []
    for language, lines in (*SAID.items(), *FRESH.items()):
        for line in lines.strip().splitlines():
            tag, _, rest = line.partition(" | ")
            if tag == "trap":
                continue
            said, _, fact = rest.partition(" => ")
            found.append((language, tag, said, fact or said))
    return found


def traps() -> list[tuple[str, str]]:
    """Give language and text of every trap."""
    found = [(language, line) for language, lines in TRAPS.items() for line in lines.strip().splitlines()]
    for language, lines in FRESH.items():
        found += [(language, line[7:]) for line in lines.splitlines() if line.startswith("trap | ")]
    return found
