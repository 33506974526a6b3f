#pragma once

#include <QLabel>

namespace bubblescope {

/// A line that shows the first of several texts, from long to short, that fits in its width; the last one is elided.
/// The tooltip then has the full text.
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
