#pragma once

#include <QLabel>

namespace bubblescope {

/// A line that says what it has in the words that fit into its width: the first of some texts, from long to short; the
/// last one is cut. All of it is in the tip then.
class FittingLabel : public QLabel {
public:
    explicit FittingLabel(QWidget* parent = nullptr);

    void setTexts(const QStringList& texts);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QStringList m_texts;
};

}  // namespace bubblescope
