#pragma once

#include "widgets/kit/live_edit.h"
#include "widgets/kit/reason_balloon.h"

#include <QWidget>

namespace bubblescope {

class GlyphButton;
class PickCombo;

/// One formula: the workload key that it sets, an edit, a button to remove it, and a line for errors.
class FormulaRow : public QWidget {
    Q_OBJECT
public:
    explicit FormulaRow(const std::string& key, QWidget* parent = nullptr);

    const std::string& key() const { return m_key; }
    void setKey(const std::string& key);
    /// The keys that it may set: its own, and those that nothing else sets.
    void setKeys(const std::vector<std::string>& keys);
    void setTip(const QString& tip);
    /// The engine's error for the formula; empty: no error.
    void setError(const std::string& message);

    PickCombo* keys() const { return m_keys; }
    LiveEdit* formula() const { return m_formula; }
    GlyphButton* remove() const { return m_remove; }
    QString error() const { return m_reason->text(); }

signals:
    void keyPicked(const QString& key);
    void typed(const QString& formula, int gesture);
    void removeAsked();

private:
    std::string m_key;
    std::vector<std::string> m_offered;
    PickCombo* m_keys = nullptr;
    LiveEdit* m_formula = nullptr;
    GlyphButton* m_remove = nullptr;
    ReasonBalloon* m_reason = nullptr;
};

}  // namespace bubblescope
