// The gallery of schemes: pictures on whole pixels, and cards that mouse and keys can reach, at every width.

#include "widgets/gallery/card_gallery.h"

#include <QTest>

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

#include <set>

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "tests/widgets/scheme_runs.h"
#include "widgets/kit/theme.h"
#include "widgets/schemes/scheme_faces.h"
#include "widgets/schemes/scheme_thumbnail.h"
#include "widgets/shown/op_palette.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_card_gallery {

namespace {

/// A gallery of the seven on the screen.
struct OnScreen {
    CardGallery gallery{{"Schemes to begin with", "Choose a scheme to begin", "Two functions"}, ownFormulasFace()};
    QSignalSpy chosen{&gallery, &CardGallery::chosen};
    QSignalSpy custom{&gallery, &CardGallery::ownAsked};

    explicit OnScreen(const std::vector<Outcome>& outcomes, QSize size = {850, 84}, bool isExpanded = false) {
        gallery.setFaces(facesOf(outcomes));
        gallery.setExpanded(isExpanded);
        gallery.resize(size);
        gallery.show();
        gallery.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&gallery));
    }
    QAbstractButton& card(std::size_t index) const { return *qobject_cast<QAbstractButton*>(gallery.cards()[index]); }
    void key(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
    std::size_t focused() const {
        const auto cards = gallery.cards();
        return static_cast<std::size_t>(std::find(cards.begin(), cards.end(), QApplication::focusWidget()) -
                                        cards.begin());
    }
};

}  // namespace

class TestCardGallery : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        applyTheme(ThemeId::Light);
        m_seven = outcomesOf(sevenSchemes());
    }

    void thumbnailsStandOnWholePixels() {
        // DDP: worker b runs batch b alone, six forwards of 1 and six backwards of 2.
        const QImage image = schemeThumbnail(*m_seven[0].run->timeline, {180, 60}, ThemeId::Light);
        for (int worker = 0; worker < 6; ++worker) {
            const int y = worker * 10 + 3;
            QCOMPARE(image.pixel(1, y), microbatchColor(ThemeId::Light, OpKind::Forward, worker).rgb());
            QCOMPARE(image.pixel(61, y), microbatchColor(ThemeId::Light, OpKind::Backward, worker).rgb());
            QCOMPARE(image.pixel(59, y), idleColor(ThemeId::Light).rgb());  // the gap behind the sixth forward
            QCOMPARE(image.pixelColor(1, worker * 10 + 9).alpha(), 0);      // the gap below the row
        }
        std::set<QRgb> colors;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) colors.insert(image.pixel(x, y));
        QCOMPARE(colors.size(), 6u * 2 + 2);  // nothing between two colours
    }

    void thumbnailsOfManyWorkersFit() {
        Scheme scheme = schemeOf(sevenSchemes().schedules[0]);
        scheme.workers = 100, scheme.batches = 100, scheme.stages = 3;
        const QImage image = schemeThumbnail(*(*runOf(scheme))->timeline, {40, 30}, ThemeId::Dark);
        QCOMPARE(image.size(), QSize(40, 30));
        QVERIFY(image.pixelColor(0, 29).alpha() > 0);
    }

    void aClickChooses() {
        OnScreen shown(m_seven);
        QTest::mouseClick(&shown.card(4), Qt::LeftButton);
        QCOMPARE(shown.chosen.size(), 1);
        QCOMPARE(shown.chosen[0][0].value<std::size_t>(), 4u);
        QVERIFY(!shown.card(4).isChecked());  // that is the page's to say
        shown.gallery.setCurrent(4);
        QVERIFY(shown.card(4).isChecked());
        shown.gallery.setCurrent(std::nullopt);
        QVERIFY(!shown.card(4).isChecked());
        QTest::mouseClick(&shown.card(7), Qt::LeftButton);
        QCOMPARE(shown.custom.size(), 1);
        QCOMPARE(shown.chosen.size(), 1);
    }

    void keysMoveAndChoose() {
        OnScreen shown(m_seven);
        QApplication::focusWidget()->clearFocus();
        shown.gallery.setCurrent(2);
        shown.gallery.setFocus(Qt::TabFocusReason);
        QCOMPARE(shown.focused(), 2u);  // Tab reaches the marked one
        shown.key(Qt::Key_Right);
        QCOMPARE(shown.focused(), 3u);
        shown.key(Qt::Key_Return);
        shown.key(Qt::Key_Space);
        QCOMPARE(shown.chosen.size(), 2);
        QCOMPARE(shown.chosen[1][0].value<std::size_t>(), 3u);
        shown.key(Qt::Key_Home);
        shown.key(Qt::Key_Left);
        QCOMPARE(shown.focused(), 0u);
        shown.key(Qt::Key_End);
        QCOMPARE(shown.focused(), 7u);
        shown.key(Qt::Key_Return);
        QCOMPARE(shown.custom.size(), 1);
        int stops = 0;
        for (const QWidget* card : shown.gallery.cards()) stops += card->focusPolicy() == Qt::StrongFocus;
        QCOMPARE(stops, 1);
    }

    void keysMoveInTheGrid() {
        OnScreen shown(m_seven, {780, 700}, true);
        const auto isAbove = [&](std::size_t a, std::size_t b) {
            return shown.card(a).x() == shown.card(b).x() && shown.card(a).y() < shown.card(b).y();
        };
        shown.gallery.setFocus(Qt::TabFocusReason);
        QCOMPARE(shown.focused(), 0u);
        shown.key(Qt::Key_Down);
        const std::size_t below = shown.focused();
        QVERIFY(isAbove(0, below));
        shown.key(Qt::Key_Up);
        QCOMPARE(shown.focused(), 0u);
        shown.key(Qt::Key_Up);
        QCOMPARE(shown.focused(), 0u);
        for (int i = 0; i < 8; ++i) shown.key(Qt::Key_Down);
        QVERIFY(shown.card(shown.focused()).y() == shown.card(7).y());
    }

    void cardsShareAnyWidth_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isExpanded");
        QTest::newRow("narrow strip") << QSize(320, 84) << false;
        QTest::newRow("strip") << QSize(850, 84) << false;
        QTest::newRow("wide strip") << QSize(1800, 84) << false;
        QTest::newRow("narrow grid") << QSize(320, 260) << true;
        QTest::newRow("grid") << QSize(820, 640) << true;
        QTest::newRow("wide grid") << QSize(1800, 900) << true;
    }

    void cardsShareAnyWidth() {
        QFETCH(QSize, size);
        QFETCH(bool, isExpanded);
        const OnScreen shown(m_seven, size, isExpanded);
        const auto cards = shown.gallery.cards();
        QCOMPARE(cards.size(), 8u);
        const auto* scroll = shown.gallery.findChild<QScrollArea*>();
        const QRect content = scroll->widget()->rect();
        for (std::size_t i = 0; i < cards.size(); ++i) {
            QVERIFY(cards[i]->isVisible());
            QVERIFY(content.contains(cards[i]->geometry()));
            QVERIFY(cards[i]->width() >= 90 && cards[i]->height() >= 60);
            for (std::size_t k = 0; k < i; ++k) QVERIFY(!cards[i]->geometry().intersects(cards[k]->geometry()));
        }
        // It scrolls one way only.
        QVERIFY(isExpanded ? content.width() <= scroll->width() : content.height() <= scroll->height());
    }

    void aCardThatHasTheFocusIsSeen() {
        OnScreen shown(m_seven, {320, 84});
        shown.gallery.setFocus(Qt::TabFocusReason);
        shown.key(Qt::Key_End);
        const QWidget& last = shown.card(7);
        const auto* scroll = shown.gallery.findChild<QScrollArea*>();
        QVERIFY(scroll->viewport()->rect().contains(last.mapTo(scroll->viewport(), QPoint(last.width() - 1, 4))));
    }

    void cardsAreNamed() {
        const OnScreen shown(m_seven);
        for (std::size_t i = 0; i < m_seven.size(); ++i) {
            QCOMPARE(shown.card(i).accessibleName(), m_seven[i].title);
            const Scheme& scheme = *m_seven[i].run->schedule.scheme;
            QVERIFY(shown.card(i).accessibleDescription().contains(
                QString::fromStdString(std::string(computeFormula(scheme)))));
            QVERIFY(shown.card(i).toolTip().contains(QString::fromUtf8(
                QByteArray(findKind(Family::Scheme, scheme.kind)->source.data(),
                           static_cast<qsizetype>(findKind(Family::Scheme, scheme.kind)->source.size())))));
        }
        QVERIFY(!shown.card(7).accessibleName().isEmpty());
    }

    void theEmptyStateSaysWhatToDo() {
        OnScreen shown(m_seven, {820, 640}, true);
        const auto* heading = shown.gallery.findChild<QLabel*>();
        QVERIFY(heading->isVisible());
        QVERIFY(heading->text().contains("Choose a scheme"));
        shown.gallery.setExpanded(false);
        QVERIFY(!heading->isVisible());
    }

    void cardsFollowTheList() {
        OnScreen shown(m_seven);
        std::vector<Outcome> two{m_seven[0], m_seven[1]};
        two[1].run = nullptr;
        two[1].refusal = "worker 7 for (stage 3, batch 1, forward), but there are only 6";
        shown.gallery.setFaces(facesOf(two));
        QCOMPARE(shown.gallery.cards().size(), 3u);
        QVERIFY(shown.card(1).toolTip().contains("worker 7"));
        QTest::mouseClick(&shown.card(2), Qt::LeftButton);
        QCOMPARE(shown.custom.size(), 1);
        shown.gallery.setFaces(facesOf(m_seven));
        QCOMPARE(shown.card(2).accessibleName(), m_seven[2].title);
        QTest::mouseClick(&shown.card(2), Qt::LeftButton);
        QCOMPARE(shown.chosen.size(), 1);
    }

    void aNewThemeRepaintsThePictures() {
        const OnScreen shown(m_seven, {820, 640}, true);
        const auto ground = [&] { return shown.card(2).grab().toImage().pixelColor(shown.card(2).width() / 2, 20); };
        QCOMPARE(ground().rgb(), idleColor(ThemeId::Light).rgb());
        applyTheme(ThemeId::Dark);
        QCOMPARE(ground().rgb(), idleColor(ThemeId::Dark).rgb());
        applyTheme(ThemeId::Light);
    }

private:
    std::vector<Outcome> m_seven;
};

QTEST_MAIN(TestCardGallery)

}  // namespace tst_card_gallery
#include "tst_card_gallery.moc"
