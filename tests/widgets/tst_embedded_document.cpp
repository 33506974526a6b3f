#include "widgets/picture/embedded_document.h"
#include "widgets/picture/picture_format.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QTest>
#include <QXmlStreamReader>

#include <random>

using namespace bubblescope;

namespace tst_embedded_document {

namespace {

enum Format { Png, Svg, Pdf };

QByteArray picture(int format, const std::string& scenario) {
    if (format == Svg)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">" +
               svgMetadata(scenario) + "<text>x</text></svg>";
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (format == Png) {
        QImage image(40, 20, QImage::Format_RGB32);
        image.fill(Qt::red);
        image.save(&buffer, "PNG");
        return pngWithDocument(bytes, scenario);
    }
    QPdfWriter writer(&buffer);
    writer.setDocumentXmpMetadata(xmpPacket(scenario, QStringLiteral("a <title> & \"more\"")));
    QPainter painter(&writer);
    painter.drawText(100, 100, QStringLiteral("text"));
    painter.end();
    buffer.close();
    return bytes;
}

std::string text(const char* utf8) { return utf8; }

void everyFormat(const std::function<void(int)>& check) {
    for (const int format : {Png, Svg, Pdf}) check(format);
}

}  // namespace

class TestEmbeddedDocument : public QObject {
    Q_OBJECT

private slots:
    void textComesBack_data() {
        QTest::addColumn<std::string>("scenario");
        QTest::newRow("plain") << text("{\"format\": \"bubblescope-scenario\"}");
        QTest::newRow("quotes and backslashes") << text("{\"title\": \"a \\\"b\\\" 'c' \\\\ d\"}");
        QTest::newRow("XML's own characters") << text("{\"title\": \"<svg> & </metadata> &amp; ]]> <!-- ?>\"}");
        QTest::newRow("our own tags") << text("</bubblescope:scenario><bubblescope:scenario>&lt;");
        QTest::newRow("emoji and scripts")
            << text("{\"title\": \"\U0001F9EA\U0001F468\u200D\U0001F52C \u0416 \u4e2d \u05d0 e\u0301\"}");
        QTest::newRow("line ends and tabs") << text("{\r\n\t\"a\":\r 1,\n \"b\": 2 }\n");
        QTest::newRow("line separators of Unicode") << text("\"\u2028\u2029\u0085\ufeff\"");
        QTest::newRow("words that end PDF parts") << text("endstream endobj %%EOF stream <?xpacket end=\"w\"?>");
        std::string megabyte = "[";
        while (megabyte.size() < (1u << 20)) megabyte += "{\"k\": \"\u00e9<&>\"}, ";
        QTest::newRow("a megabyte") << megabyte + "0]";
    }

    void textComesBack() {
        QFETCH(const std::string, scenario);
        everyFormat([&](int format) {
            const auto back = embeddedDocument(picture(format, scenario));
            QVERIFY2(back.has_value(), qPrintable(QString::number(format)));
            QCOMPARE(*back, scenario);
        });
    }

    void whatXmlCannotHoldBecomesAJsonEscape() {
        const std::string scenario = "{\"title\": \"\uffff\x01\"}";
        QCOMPARE(embeddedDocument(picture(Png, scenario)).value(), scenario);
        QCOMPARE(embeddedDocument(picture(Svg, scenario)).value(), text("{\"title\": \"\\uffff\\u0001\"}"));
        QCOMPARE(embeddedDocument(picture(Pdf, scenario)).value(), text("{\"title\": \"\\uffff\\u0001\"}"));
    }

    void theMetadataIsWellFormed() {
        const std::string scenario = "{\"title\": \"<&>\\\" ]]> \U0001F9EA \uffff\"}";
        for (const QByteArray& xml : {svgMetadata(scenario), xmpPacket(scenario, QStringLiteral("a <b> & \"c\""))}) {
            QXmlStreamReader reader(xml);
            QString found;
            while (!reader.atEnd())
                if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("scenario"))
                    found = reader.readElementText();
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QCOMPARE(found.toStdString(), text("{\"title\": \"<&>\\\" ]]> \U0001F9EA \\uffff\"}"));
        }
    }

    void aPngStillShowsItsPixels() {
        const QImage image = QImage::fromData(picture(Png, "{}"), "PNG");
        QCOMPARE(image.size(), QSize(40, 20));
        QCOMPARE(image.pixelColor(0, 0), QColor(Qt::red));
        QCOMPARE(image.text(QStringLiteral("bubblescope-scenario")), QStringLiteral("{}"));
    }

    void picturesWithoutAScenarioHaveNone() {
        QVERIFY(!embeddedDocument({}));
        QVERIFY(!embeddedDocument("{\"format\": \"bubblescope-scenario\"}"));
        QVERIFY(!embeddedDocument("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
        QVERIFY(!embeddedDocument("%PDF-1.4\n%%EOF"));
        QVERIFY(!embeddedDocument("\x89PNG\r\n\x1a\n"));
        QVERIFY(!isPicture("{}"));
        QVERIFY(!isPicture("<html></html>"));
        everyFormat([](int format) { QVERIFY(isPicture(picture(format, "{}"))); });
    }

    void everyTruncationIsHarmless() {
        const std::string scenario = "{\"title\": \"a < b & c\"}";
        everyFormat([&](int format) {
            const QByteArray whole = picture(format, scenario);
            for (qsizetype size = 0; size < whole.size(); ++size) {
                const auto back = embeddedDocument(whole.first(size));
                if (back) QCOMPARE(*back, scenario);
            }
        });
    }

    void everyFlippedByteIsHarmless() {
        std::mt19937 random(7);
        everyFormat([&](int format) {
            const QByteArray whole = picture(format, "{\"title\": \"a < b & c\"}");
            for (qsizetype at = 0; at < whole.size(); ++at) {
                QByteArray damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
                (void)embeddedDocument(damaged);
            }
        });
    }

    void aDamagedChunkIsRefused() {
        QByteArray png = picture(Png, "{\"devices\": 4}");
        const qsizetype at = png.indexOf("devices");
        QVERIFY(at > 0);
        png[at] = 'D';
        QVERIFY(!embeddedDocument(png));
    }

    void hostileFilesEndSoon_data() {
        QTest::addColumn<QByteArray>("file");
        const QByteArray svg = "<svg>";
        const auto repeated = [](const QByteArray& part) { return part.repeated((16 << 20) / part.size()); };
        QTest::newRow("open tags without an end") << svg + repeated("<bubblescope:scenario>");
        QTest::newRow("open tags that never close") << svg + repeated("<bubblescope:scenario ");
        QTest::newRow("open tags with a little text") << svg + repeated("<bubblescope:scenario>x<");
        QTest::newRow("nesting") << svg + repeated("<g>");
        QTest::newRow("attributes") << "<svg " + repeated("a='' ");
        QTest::newRow("ampersands") << svg + "<bubblescope:scenario>" + repeated("&") + "</bubblescope:scenario>";
        QTest::newRow("entities") << QByteArray(
            "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;\">]><svg>"
            "<bubblescope:scenario>&b;</bubblescope:scenario></svg>");
        QTest::newRow("a surrogate as a reference")
            << svg + "<bubblescope:scenario>&#xd800;</bubblescope:scenario></svg>";
        QTest::newRow("a character past the last")
            << svg + "<bubblescope:scenario>&#99999999;</bubblescope:scenario></svg>";
        QTest::newRow("PDF of open tags") << "%PDF-1.4\n" + repeated("<bubblescope:scenario>");
        QTest::newRow("PNG of empty chunks") << "\x89PNG\r\n\x1a\n" + repeated(QByteArray("\0\0\0\0iTXt\0\0\0\0", 12));
        QTest::newRow("PNG with a huge chunk") << QByteArray("\x89PNG\r\n\x1a\n\xff\xff\xff\xffiTXtabcd", 20);
        QTest::newRow("PNG with a negative chunk") << QByteArray("\x89PNG\r\n\x1a\n\x80\x00\x00\x00iTXtabcd", 20);
    }

    void hostileFilesEndSoon() {
        QFETCH(const QByteArray, file);
        QVERIFY(!embeddedDocument(file));
    }
};

QTEST_MAIN(TestEmbeddedDocument)

}  // namespace tst_embedded_document
#include "tst_embedded_document.moc"
