#include "widgets/schemes/scheme_form.h"

#include "widgets/basics/theme.h"

#include "engine/io/scenario_file.h"

#include <QtTest>

using namespace bubblescope;

namespace {

Scenario notebook() {
    QFile file(QStringLiteral(SOURCE_DIR "/presets/placement-schemes.bubble.json"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray bytes = file.readAll();
    return *readScenario({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace

class TestSchemeForm : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }
    void shows() {
        SchemeForm form;
        form.resize(275, 860);
        form.setScenario(notebook(), 5);
        form.show();
        QVERIFY(form.isVisible());
    }
};

QTEST_MAIN(TestSchemeForm)
#include "tst_scheme_form.moc"
